// One value for each hour, made of the values in the engine: the mean, the least and the largest.
import { type ResourceKind, resourceKinds } from '@belfry/schema/history/metrics';
import type { TimedSeries } from '../export/write-request.ts';
import type { Labels } from '../exposition/subject.ts';
import type { Ask, Row } from './ask.ts';
import { allOf, countPart, type HourlyStat, ownParts, PART, questions } from './expressions.ts';
import { STAT, STEP } from './foreign-series.ts';
import { HOURLY, labelsOf, type RemoteMetric, remoteMetrics } from './names.ts';

export const HOUR_MS = 3_600_000;
const stats: Readonly<Record<string, HourlyStat>> = { min: 'min', avg: 'mean', max: 'max' };
/** So many points of an answer are read without holding anything up. */
const POINTS = 200_000;

/** The hours between two full ones (epoch ms): of one metric at a time, because the answer about all of them may be too large. */
export async function* hourlySeries(
  range: Ask['range'],
  added: Labels,
  { from, to }: { from: number; to: number },
): AsyncGenerator<TimedSeries[]> {
  const which = allOf('belfry', added);
  for (const kind of resourceKinds) {
    const counts = await countsOf(range, kind, which, { from, to });
    for (const metric of remoteMetrics(kind)) {
      const count = counts.get(metric.id) ?? 0;
      if (count === 0) continue;
      const question = ownParts(metric, which, HOUR_MS).join(' or ');
      const atOnce = Math.max(1, Math.floor(POINTS / (3 * count))) * HOUR_MS;
      for (let at = from; at < to; at += atOnce) {
        const end = Math.min(to, at + atOnce);
        const rows = await range(question, { from: at + HOUR_MS - 1, to: end - 1, stepMs: HOUR_MS });
        yield rows.flatMap((row) => seriesOf(row, metric));
      }
    }
  }
}

/** How many resources have values of each metric. */
async function countsOf(
  range: Ask['range'],
  kind: ResourceKind,
  which: string,
  { from, to }: { from: number; to: number },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const once = { from: to - 1, to: to - 1, stepMs: HOUR_MS };
  for (const question of questions(remoteMetrics(kind).map((metric) => countPart(metric, which, to - from))))
    for (const { labels, points } of await range(question, once))
      counts.set(labels.get(PART) ?? '', points[0]?.[1] ?? 0);
  return counts;
}

function seriesOf({ labels, points }: Row, { name }: RemoteMetric): TimedSeries[] {
  const [id, stat] = [labels.get('id'), stats[labels.get(PART)?.split(' ').at(-1) ?? '']];
  if (id === undefined || stat === undefined || points.length === 0) return [];
  const own = labelsOf({ id }, HOURLY, [
    [STEP, String(HOUR_MS / 1000)],
    [STAT, stat],
  ]);
  return [
    { labels: [['__name__', name], ...own], points: points.map(([at, value]) => [at - HOUR_MS + 1, value] as const) },
  ];
}
