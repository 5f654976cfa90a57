// The past that Proxmox products keep in round-robin files: rows with a time and values, in frames of fixed steps.
import type { Params } from './router.ts';
import { chance } from './world/walk.ts';

/** The step in seconds, and the number of rows, by the name of the frame. */
export type Frames = Readonly<Record<string, readonly [step: number, rows: number]>>;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Since Proxmox VE 9.0, and in Proxmox Backup Server. */
export const longFrames: Frames = {
  hour: [60, 60],
  day: [60, 1440],
  week: [1800, 336],
  month: [1800, 1440],
  year: [6 * HOUR, 1440],
  decade: [7 * DAY, 570],
};
/** Before. The files have no decade; the host answers with the year. */
export const shortFrames: Frames = {
  hour: [60, 70],
  day: [1800, 70],
  week: [3 * HOUR, 70],
  month: [12 * HOUR, 70],
  year: [7 * DAY, 70],
  decade: [7 * DAY, 70],
};

export const consolidation = { rule: ['AVERAGE', 'MAX'] } as const;

/** One row in so many has only its time, because the host was busy or off. */
const LOST = 0.01;

/**
 * `at` gives the values of the step that begins at `t` (epoch seconds); for a maximum it gives the largest of a few moments.
 * As on a real server, keys without a value are left out and not null, and the newest row, which is not complete, has only its
 * time. A time is the beginning of its step.
 */
export function keptRows(
  frames: Frames,
  { timeframe = '', cf }: Params,
  { now, seed }: { now: number; seed: number },
  at: (t: number, step: number) => Record<string, number | undefined>,
): Record<string, number | undefined>[] {
  const [step, rows] = frames[timeframe] ?? [60, 70];
  const newest = Math.floor(now / step) * step;
  return Array.from({ length: rows }, (_, n) => {
    const time = newest - (rows - 1 - n) * step;
    if (time === newest || chance(seed, 'lost', time) < LOST) return { time };
    const moments = cf === 'MAX' && step > 60 ? [0, 0.4, 0.8] : [0];
    const values = moments.map((part) => at(time + Math.floor(part * step), step));
    return { time, ...largest(values) };
  });
}

function largest(values: readonly Record<string, number | undefined>[]): Record<string, number | undefined> {
  const [first = {}, ...others] = values;
  const keys = Object.keys(first).filter((key) => first[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, Math.max(...[first, ...others].map((row) => row[key] ?? 0))]));
}

/** What was used at an earlier time, of what is used now: it grew by a third in the last year. */
export const usedEarlier = (used: number, now: number, t: number): number =>
  Math.floor(used * Math.max(0, 1 - ((now - t) / (365 * DAY)) * 0.25));
