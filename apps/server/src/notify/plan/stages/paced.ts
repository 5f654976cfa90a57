// The limit of messages about one measured alert in any hour, also if it ends and comes again. Escalations are always sent.
import { isMeasured } from '../rules.ts';
import { type Situation, type Stage, shownTime, wakeIn } from '../situation.ts';

const HOUR_MS = 3_600_000;

export const paced: Stage = ({ kind, alert, destination }, situation) => {
  const { perHour } = situation.rules;
  if (perHour === 0 || kind === 'escalated' || !isMeasured(alert)) return undefined;
  const times = timesOf(destination.id, alert.id, situation);
  const first = times.at(-perHour);
  if (first === undefined) return undefined;
  wakeIn(situation, first + HOUR_MS);
  return { by: 'hourLimit', until: shownTime(situation.now, first + HOUR_MS) };
};

/** Of the last hour, in order. */
function timesOf(destination: string, alertId: string, { index, now }: Situation): number[] {
  const times: number[] = [];
  for (const notified of index.about(destination, alertId))
    for (const time of notified.times) if (now.monotonic - time < HOUR_MS) times.push(time);
  return times.sort((a, b) => a - b);
}
