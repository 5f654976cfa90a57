// The last hour of all guests and nodes, as the server sends it, and what a later answer adds. Pure.
import type { StripsReply } from '@belfry/schema/http/history';

const MINUTES = 60;
const UNKNOWN = 255;
/** In the order in which the server sends them. */
const METRICS = ['cpu', 'memory'] as const;
export type StripMetric = (typeof METRICS)[number];
export type StripKind = 'guests' | 'nodes';

/** For each resource and metric the bytes of 60 minutes, one after the other. */
interface Cells {
  readonly places: ReadonlyMap<string, number>;
  readonly bytes: Uint8Array;
}

export interface Strips extends Readonly<Record<StripKind, Cells>>, Pick<StripsReply, 'enabled' | 'cursor'> {
  /** The server reads older minutes at present. */
  readonly isFilling: boolean;
}

const SIZE = METRICS.length * MINUTES;

/** The strips after an answer; `before` are those that it was asked with. */
export function nextStrips(before: Strips | undefined, reply: StripsReply): Strips {
  const { enabled, cursor, isFilling, minutes } = reply;
  const earlier = minutes < MINUTES ? before : undefined;
  const next = (kind: StripKind): Cells => nextCells(earlier?.[kind] ?? none, reply[kind], minutes);
  return { enabled, cursor, isFilling, guests: next('guests'), nodes: next('nodes') };
}

const none: Cells = { places: new Map(), bytes: new Uint8Array() };

function nextCells(before: Cells, added: Readonly<Record<string, string>>, minutes: number): Cells {
  const places = new Map(before.places);
  for (const id of Object.keys(added)) if (!places.has(id)) places.set(id, places.size);
  const bytes = new Uint8Array(places.size * SIZE).fill(UNKNOWN);
  // every minute moves to the left, and what arrives in the row of another is overwritten below
  bytes.set(before.bytes.subarray(minutes));
  for (let end = MINUTES; end <= bytes.length; end += MINUTES) bytes.fill(UNKNOWN, end - minutes, end);
  for (const [id, text] of Object.entries(added)) {
    const start = (places.get(id) as number) * SIZE;
    const binary = atob(text);
    for (const metric of METRICS.keys())
      for (let n = 0; n < minutes; n++)
        bytes[start + (metric + 1) * MINUTES - minutes + n] = binary.charCodeAt(metric * minutes + n);
  }
  return { places, bytes };
}

/** Percent, the oldest minute first; NaN where nothing was measured. Undefined for a resource without values. */
export function stripValues({ places, bytes }: Cells, id: string, metric: StripMetric): Float32Array | undefined {
  const place = places.get(id);
  if (place === undefined) return undefined;
  const start = place * SIZE + METRICS.indexOf(metric) * MINUTES;
  return Float32Array.from(bytes.subarray(start, start + MINUTES), (byte) =>
    byte === UNKNOWN ? Number.NaN : byte / 2,
  );
}

/** A resource in a total: how much it counts in the mean of each metric. */
export interface StripPart {
  id: string;
  weight: Readonly<Record<StripMetric, number>>;
}

/** The strips with a row for each total: the mean of its parts. A minute that no part knows stays unknown. */
export function withTotals(strips: Strips, kind: StripKind, totals: ReadonlyMap<string, readonly StripPart[]>): Strips {
  const { places: known, bytes: old } = strips[kind];
  const places = new Map(known);
  for (const id of totals.keys()) if (!places.has(id)) places.set(id, places.size);
  const bytes = new Uint8Array(places.size * SIZE).fill(UNKNOWN);
  bytes.set(old);
  for (const [id, parts] of totals) {
    const present = parts.filter((part) => known.has(part.id));
    const at = (part: string): number => (places.get(part) as number) * SIZE;
    for (let n = 0; n < SIZE; n++) {
      const metric = METRICS[Math.floor(n / MINUTES)] as StripMetric;
      const measured = present.filter((part) => old[at(part.id) + n] !== UNKNOWN);
      const all = measured.reduce((sum, { weight }) => sum + weight[metric], 0);
      const sum = measured.reduce((sum, part) => sum + (old[at(part.id) + n] as number) * part.weight[metric], 0);
      if (all > 0) bytes[at(id) + n] = Math.round(sum / all);
    }
  }
  return { ...strips, [kind]: { places, bytes } };
}
