// How long an alert lasted, in its two largest units.
import { formatUptime } from '../../lib/language/format.ts';
import { messages } from '../../ui/alerts/messages.ts';

/** Seconds. Below a minute: "42s". */
export const durationText = (seconds: number): string =>
  seconds < 60 ? messages.seconds(seconds) : formatUptime(seconds);
