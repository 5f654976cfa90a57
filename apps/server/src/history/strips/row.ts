// One row of the strips: the last hour of one resource, a byte for each minute and metric.

/** In the order in which they are sent. */
export const METRICS = ['cpu', 'memory'];
export const STRIP_MINUTES = 60;
/** The byte of a minute without a value. Any other byte is a number of half percents. */
const UNKNOWN = 255;
const MOST = 200;

export interface Row {
  /** For each metric its 60 minutes. A minute is at the place that is its remainder. */
  cells: Uint8Array;
  /** The sum and the count of the values of the present minute, for each metric. */
  sums: [number, number];
  counts: [number, number];
  /** Whether the store was asked for what was measured before. */
  isFilled: boolean;
}

export const newRow = (): Row => ({
  cells: new Uint8Array(METRICS.length * STRIP_MINUTES).fill(UNKNOWN),
  sums: [0, 0],
  counts: [0, 0],
  isFilled: false,
});

const placeOf = (metric: number, minute: number): number => metric * STRIP_MINUTES + (minute % STRIP_MINUTES);

const byteOf = (percent: number): number => Math.max(0, Math.min(MOST, Math.round(percent * 2)));

export function addValue({ sums, counts }: Row, metric: number, percent: number): void {
  if (Number.isNaN(percent)) return;
  sums[metric as 0 | 1] += percent;
  counts[metric as 0 | 1]++;
}

/** The minute is over. Nothing is known of those between it and `next`. */
export function closeMinute({ cells, sums, counts }: Row, minute: number, next: number): void {
  const last = Math.min(next, minute + STRIP_MINUTES + 1);
  for (const metric of [0, 1] as const) {
    cells[placeOf(metric, minute)] = counts[metric] === 0 ? UNKNOWN : byteOf(sums[metric] / counts[metric]);
    for (let skipped = minute + 1; skipped < last; skipped++) cells[placeOf(metric, skipped)] = UNKNOWN;
    sums[metric] = 0;
    counts[metric] = 0;
  }
}

/** False for a minute that has a value, and for a value that is none. */
export function setIfUnknown({ cells }: Row, metric: number, minute: number, percent: number): boolean {
  const place = placeOf(metric, minute);
  if (Number.isNaN(percent) || cells[place] !== UNKNOWN) return false;
  cells[place] = byteOf(percent);
  return true;
}

export const isEmpty = ({ cells, counts }: Row): boolean =>
  counts.every((count) => count === 0) && cells.every((cell) => cell === UNKNOWN);

/** The minutes from `from` until before `to`, as they are sent; undefined when no value is among them. */
export function encodeRow({ cells }: Row, from: number, to: number): string | undefined {
  const count = to - from;
  const bytes = Buffer.alloc(METRICS.length * count);
  let isKnown = false;
  for (const metric of METRICS.keys())
    for (let n = 0; n < count; n++) {
      const byte = cells[placeOf(metric, from + n)] as number;
      isKnown ||= byte !== UNKNOWN;
      bytes[metric * count + n] = byte;
    }
  return isKnown ? bytes.toString('base64') : undefined;
}
