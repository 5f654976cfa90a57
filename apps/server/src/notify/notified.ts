// The messages about one occurrence of an alert that were queued for one destination. The planner uses them to decide what is still due.
import type { NotifiedRecord } from '../db/outbox-store.ts';
import type { Moment } from '../lib/clock.ts';

export type { NotifiedRecord };

/** A record in the memory of the planner: its times are on the monotonic clock, on which a step of the wall clock has no effect. */
export type Notified = NotifiedRecord;

export const notifiedKey = ({ destination, occurrence }: Pick<NotifiedRecord, 'destination' | 'occurrence'>): string =>
  `${destination}\n${occurrence}`;

/** A time in the future is replaced by the present time: the wall clock was set back. */
export const notifiedOf = ({ times, endedAt, ...record }: NotifiedRecord, now: Moment): Notified => {
  const at = (time: number) => now.monotonic - Math.max(0, now.at - time);
  return { ...record, times: times.map(at), ...(endedAt !== undefined && { endedAt: at(endedAt) }) };
};

export const recordOf = ({ times, endedAt, ...notified }: Notified, now: Moment): NotifiedRecord => {
  const at = (time: number) => Math.round(now.at - (now.monotonic - time));
  return { ...notified, times: times.map(at), ...(endedAt !== undefined && { endedAt: at(endedAt) }) };
};
