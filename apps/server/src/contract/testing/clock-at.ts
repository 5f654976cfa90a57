import { type Clock, systemClock } from '../../lib/clock.ts';

/** The clock of the machine, set to a time (ISO) at the moment of the call. Durations and timers are the real ones. */
export function clockAt(time: string): Clock {
  const ahead = Date.parse(time) - systemClock.now();
  return { ...systemClock, now: () => Math.floor(systemClock.now() + ahead) };
}
