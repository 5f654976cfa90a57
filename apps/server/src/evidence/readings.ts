// How often nodes and guests were read, and how often their instances answered, from the history.
import type { Readings, Span } from '@belfry/domain/evidence/availability';
import { BELFRY, type Resource } from '@belfry/schema/history/metrics';
import type { Counts, HistoryStore } from '../history/history-store.ts';
import { SAMPLE_MS } from '../history/tiers.ts';

/** A month in steps of ten minutes, a quarter too. */
const POINTS = 14_000;
/** An answer about so many resources is 1 MB for a month. */
const AT_ONCE = 100;

interface Watched {
  id: string;
  instance: string;
}

export interface ReadingsOfScope {
  /** Undefined: the history says nothing. */
  of(kind: 'node' | 'guest', id: string): Readings | undefined;
  /** Up when it was sampled, seen when `by` was. */
  ofService(service: Resource, by: Resource): Readings | undefined;
  /** In which readings Belfry itself ran, and then those in which each instance did not answer while it ran. */
  belfry: Omit<Readings, 'up'> | undefined;
  instances: ReadonlyMap<string, Omit<Readings, 'up'>>;
}

/** `nodes`: all of the instances of the scope, because an instance was seen when any of its nodes was. */
export async function readingsOf(
  history: Pick<HistoryStore, 'counts'>,
  { from, until }: Span,
  nodes: readonly Watched[],
  guests: readonly Watched[],
  services: readonly Resource[] = [],
  onRead: (done: number) => void = () => {},
): Promise<ReadingsOfScope> {
  const found = new Map<string, Counts>();
  let asked = 0;
  const read = async (resources: readonly Resource[]) => {
    for (let n = 0; n < resources.length; n += AT_ONCE) {
      const some = resources.slice(n, n + AT_ONCE);
      for (const counts of await history.counts({ resources: some, from, to: until, points: POINTS }))
        found.set(`${counts.resource.kind}/${counts.resource.id}`, counts);
      asked += some.length;
      onRead(asked / (1 + nodes.length + guests.length + services.length));
    }
  };
  await read([{ kind: 'belfry', id: BELFRY }]);
  await read(nodes.map(({ id }) => ({ kind: 'node', id })));
  await read(guests.map(({ id }) => ({ kind: 'guest', id })));
  await read(services);
  const own = found.get(`belfry/${BELFRY}`);
  const seen = new Map<string, Uint16Array>();
  const note = (instance: string, counts: Counts | undefined) => {
    if (!counts) return;
    const known = seen.get(instance) ?? new Uint16Array(counts.readings.length);
    for (let n = 0; n < known.length; n++) known[n] = Math.max(known[n] ?? 0, counts.readings[n] ?? 0);
    seen.set(instance, known);
  };
  for (const { id, instance } of nodes) note(instance, found.get(`node/${id}`));
  for (const { id, instance } of guests) note(instance, found.get(`guest/${id}`));
  const instanceOf = new Map([
    ...nodes.map(({ id, instance }) => [`node/${id}`, instance] as const),
    ...guests.map(({ id, instance }) => [`guest/${id}`, instance] as const),
  ]);
  return {
    of(kind, id) {
      const counts = found.get(`${kind}/${id}`);
      const by = counts && seen.get(instanceOf.get(`${kind}/${id}`) ?? '');
      return counts && by && readings(counts, counts.readings, by);
    },
    ofService(service, by) {
      const [counts, seenBy] = [service, by].map(({ kind, id }) => found.get(`${kind}/${id}`));
      const base = counts ?? seenBy;
      const none = new Uint16Array(base?.readings.length ?? 0);
      return base && seenBy && readings(base, counts?.readings ?? none, seenBy.readings);
    },
    belfry: own && readings(own, own.readings, own.readings),
    instances: new Map(
      own ? [...seen].map(([id, counts]) => [id, readings(own, counts, whileRunning(counts, own))]) : [],
    ),
  };
}

const readings = ({ from, stepMs }: Counts, up: Uint16Array, seen: Uint16Array): Readings => ({
  ...{ from, stepMs, readingMs: SAMPLE_MS, up, seen },
});

/** What Belfry missed because it did not run is its own gap, and not one of the instance. */
function whileRunning(counts: Uint16Array, own: Counts): Uint16Array {
  const full = Math.round(own.stepMs / SAMPLE_MS);
  return counts.map((count, n) => Math.min(full, count + full - (own.readings[n] ?? 0)));
}
