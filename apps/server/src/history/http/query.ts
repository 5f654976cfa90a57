// What a caller asks of the history: checked, with an error for the field that is wrong.
import { ok } from '@belfry/domain/result';
import { metricsOf, type Resource, type ResourceKind, resourceKinds } from '@belfry/schema/history/metrics';
import type { HistoryParameters } from '@belfry/schema/http/history';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Answer, type Refused, refuse } from '../../lib/refusal.ts';
import type { HistoryStore, SeriesQuery } from '../history-store.ts';
import { tiers } from '../tiers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than anything is kept. */
const LONGEST_MS = 20 * 366 * DAY_MS;
/** The clock of a caller may be ahead. */
const AHEAD_MS = DAY_MS;
const MAX_RESOURCES = 1000;
/** Of all series together: a few megabytes before compression. */
const MAX_POINTS = 250_000;

export interface QueryDeps {
  store: Pick<HistoryStore, 'known'>;
  /** Whether the resource is there now. */
  isPresent(resource: Resource): boolean;
  now(): number;
}

/** Reads the parameters. A resource that is gone may be asked for as long as its values are stored. */
export async function readQuery(given: HistoryParameters, deps: QueryDeps): Promise<Answer<SeriesQuery>> {
  const { to = deps.now(), from = to - HOUR_MS, points } = given;
  const range = rangeProblem(from, to, deps.now());
  if (range) return range;
  const resources = await resourcesOf(given.ids, deps);
  if (!resources.ok) return resources;
  const metrics = metricsIn(given.metrics, resources.value);
  if (!metrics.ok) return metrics;
  const series = resources.value.reduce((sum, { kind }) => sum + shared(kind, metrics.value), 0);
  const steps = Math.min(points, Math.ceil((to - from) / tiers[0].stepMs) + 1);
  if (series * steps > MAX_POINTS)
    return wrong('points', { id: 'history.fewer', values: { series, points: steps, limit: MAX_POINTS } });
  return ok({ resources: resources.value, metrics: metrics.value, from, to, points });
}

const wrong = (field: string, text: Sentence): Refused => refuse('validation_error', text, { [field]: text });

function rangeProblem(from: number, to: number, now: number): Refused | undefined {
  if (from >= to) return wrong('from', { id: 'history.order' });
  if (to > now + AHEAD_MS) return wrong('to', { id: 'history.future' });
  if (to - from > LONGEST_MS) return wrong('from', { id: 'history.tooLong' });
  return undefined;
}

async function resourcesOf(ids: readonly string[], { store, isPresent }: QueryDeps): Promise<Answer<Resource[]>> {
  const unique = [...new Set(ids)];
  if (unique.length > MAX_RESOURCES) return wrong('ids', { id: 'history.tooMany', values: { limit: MAX_RESOURCES } });
  const resources: Resource[] = [];
  for (const text of unique) {
    const slash = text.indexOf('/');
    const kind = resourceKinds.find((name) => name === text.slice(0, slash));
    if (slash < 0 || !kind) return wrong('ids', { id: 'history.form', values: { kinds: resourceKinds.join(', ') } });
    const resource: Resource = { kind, id: text.slice(slash + 1) };
    if (!isPresent(resource) && (await store.known(resource)).length === 0)
      return wrong('ids', { id: 'history.unknown', values: { kind, id: resource.id.slice(0, 100) } });
    resources.push(resource);
  }
  return ok(resources);
}

function metricsIn(names: readonly string[] | undefined, resources: readonly Resource[]): Answer<string[]> {
  const known = new Set(resources.flatMap(({ kind }) => metricsOf(kind).map(({ id }) => id)));
  const unknown = names?.find((name) => !known.has(name));
  if (unknown !== undefined)
    return wrong('metrics', {
      id: 'history.noMetric',
      values: { metrics: unknown.slice(0, 100), known: [...known].join(', ') },
    });
  return ok([...new Set(names?.length ? names : known)]);
}

const shared = (kind: ResourceKind, metrics: readonly string[]): number =>
  metricsOf(kind).filter(({ id }) => metrics.includes(id)).length;
