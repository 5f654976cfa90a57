// The messages about one occurrence of an alert that were queued for one destination. The planner uses them to decide what is still due.
import type { Notified } from '../db/outbox-store.ts';
import type { Moment } from '../lib/clock.ts';

export const notifiedKey = ({ destination, occurrence }: Pick<Notified, 'destination' | 'occurrence'>): string =>
  `${destination}\n${occurrence}`;

/**
 * As the planner keeps it in memory: its times are on the monotonic clock, on which a step of the wall clock has no effect.
 * A time in the future is replaced by the present time: the wall clock was set back.
 */
export const notifiedOf = ({ times, endedAt, ...record }: Notified, now: Moment): Notified => {
  const at = (time: number) => now.monotonic - Math.max(0, now.at - time);
  return { ...record, times: times.map(at), ...(endedAt !== undefined && { endedAt: at(endedAt) }) };
};

/** As the database keeps it: its times are epoch ms. */
export const recordOf = ({ times, endedAt, ...notified }: Notified, now: Moment): Notified => {
  const at = (time: number) => Math.round(now.at - (now.monotonic - time));
  return { ...notified, times: times.map(at), ...(endedAt !== undefined && { endedAt: at(endedAt) }) };
};
