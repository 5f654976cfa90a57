// The parts of time for which the engine has values of one resource: by days, and the end of the newest to ten minutes.
import type { Resource } from '@belfry/schema/history/metrics';
import type { Labels } from '../exposition/subject.ts';
import type { Source, StoredSpan } from '../history-store.ts';
import { SAMPLE_MS, slotMs } from '../tiers.ts';
import type { Ask } from './ask.ts';
import { matchers } from './expressions.ts';
import { STEP } from './foreign-series.ts';
import { remoteMetrics } from './names.ts';

export interface KnownRequest {
  range: Ask['range'];
  added: Labels;
  resource: Resource;
  /** Epoch ms. */
  now: number;
  /** How far back it looks. */
  keptMs: number;
}

const DAY_MS = 86_400_000;
const BLOCK_MS = slotMs(0);

export async function readKnown({ range, added, resource, now, keptMs }: KnownRequest): Promise<StoredSpan[]> {
  const which = matchers([resource.id], undefined, added);
  /** The starts of the steps in which there are values. */
  async function stepsIn(from: number, to: number, stepMs: number) {
    const parts = remoteMetrics(resource.kind).map(
      ({ name }) => `group by (source,${STEP}) (present_over_time(${name}{${which}}[${stepMs / 1000}s]))`,
    );
    const rows = await range(parts.join(' or '), { from: from + stepMs - 1, to: to - 1, stepMs });
    return rows.map(({ labels, points }) => ({
      source: (labels.get('source') === 'proxmox' ? 'proxmox' : 'belfry') as Source,
      stepMs: Number(labels.get(STEP) ?? SAMPLE_MS / 1000) * 1000,
      starts: points.map(([at]) => at - stepMs + 1),
    }));
  }

  const tomorrow = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS;
  const first = tomorrow - Math.ceil(keptMs / DAY_MS) * DAY_MS;
  const found = await stepsIn(first, tomorrow, DAY_MS);
  const newest = Math.max(...found.flatMap(({ starts }) => starts));
  const exact = Number.isFinite(newest) ? await stepsIn(newest, newest + DAY_MS, BLOCK_MS) : [];
  return found
    .toSorted((a, b) => a.stepMs - b.stepMs)
    .flatMap(({ source, stepMs, starts }) => {
      const spans: { source: Source; stepMs: number; from: number; to: number }[] = [];
      for (const at of starts) {
        const last = spans.at(-1);
        if (last?.to === at) last.to = at + DAY_MS;
        else spans.push({ source, stepMs, from: at, to: at + DAY_MS });
      }
      const own = exact.find((each) => each.source === source && each.stepMs === stepMs);
      const last = spans.at(-1);
      const end = own?.starts.at(-1);
      if (last && last.to === newest + DAY_MS && end !== undefined) last.to = end + BLOCK_MS;
      return spans;
    });
}
