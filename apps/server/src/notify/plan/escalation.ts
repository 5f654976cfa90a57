// The level of the escalation that an unacknowledged alert has reached.
import type { Destination } from '../destination.ts';
import { type OpenAlert, type Situation, wakeIn } from './situation.ts';
import { quietsFor } from './stages/quiet-hours.ts';

/** The highest level that has been reached for this destination; 0: none. */
export function escalationOf(open: OpenAlert, { channel }: Destination, situation: Situation): number {
  const { now, rules } = situation;
  if (rules.escalation.length === 0 || open.alert.acknowledged) return 0;
  const since = unhinderedSince(open, situation);
  let reached = 0;
  for (const [index, { afterMs, notify }] of rules.escalation.entries()) {
    if (notify !== 'all' && notify !== channel) continue;
    wakeIn(situation, since + afterMs);
    if (now.monotonic >= since + afterMs) reached = index + 1;
  }
  return reached;
}

/** While quiet hours hold it back, nobody could have acknowledged it. */
function unhinderedSince({ alert, startTime, freeSince }: OpenAlert, { now, rules, quiet }: Situation): number {
  const { last } = quiet;
  if (!last || startTime >= last.end || startTime < last.start || !quietsFor('raised', alert, rules)) return freeSince;
  return Math.max(freeSince, now.monotonic - (now.at - last.end));
}
