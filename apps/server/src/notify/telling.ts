// What a destination was told, as the planner keeps it in memory.
import type { Moment } from '../lib/clock.ts';
import type { Told } from './told.ts';

/** Its times are on the monotonic clock, on which a step of the wall clock has no effect. */
export type Telling = Told;

/** A time in the future, before the wall clock was set back, is taken for now. */
export const tellingOf = ({ times, endedAt, ...row }: Told, now: Moment): Telling => {
  const at = (time: number) => now.monotonic - Math.max(0, now.at - time);
  return { ...row, times: times.map(at), ...(endedAt !== undefined && { endedAt: at(endedAt) }) };
};

export const rowOf = ({ times, endedAt, ...telling }: Telling, now: Moment): Told => {
  const at = (time: number) => Math.round(now.at - (now.monotonic - time));
  return { ...telling, times: times.map(at), ...(endedAt !== undefined && { endedAt: at(endedAt) }) };
};
