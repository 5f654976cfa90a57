// What is looked up when a message about an alert is sent: the last change before it, and when it will be full. A journal or a history that throws
// or does not answer costs a moment and the line, never the message.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Forecast } from '@belfry/schema/forecast';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { Clock } from '../lib/clock.ts';
import type { Notice } from './notice.ts';
import type { Sender } from './notifier.ts';

export type ChangeBefore = (alert: Alert) => Promise<JournalEntry | undefined>;

/** When what the alert is about will be full or worn out. Undefined: it is about something else. */
export type ForecastFor = (alert: Alert) => Promise<Forecast | undefined>;

const WAIT_MS = 2000;

interface PrecedingDeps {
  changeBefore: ChangeBefore;
  forecastFor: ForecastFor;
  clock: Pick<Clock, 'after'>;
}

/** The sender with both in messages about one alert. Those about several have a line for each and no room for it. */
export function preceding({ send, ...rest }: Sender, deps: PrecedingDeps): Sender {
  return {
    ...rest,
    send: async (message, signal) => send({ ...message, notice: await noticed(message.notice, deps) }, signal),
  };
}

async function noticed(notice: Notice, deps: PrecedingDeps): Promise<Notice> {
  const [first, ...others] = notice.alerts;
  if (!first || others.length > 0 || notice.kind === 'resolved' || notice.kind === 'test') return notice;
  const [change, forecast] = await Promise.all([
    soon(() => deps.changeBefore(first.alert), deps.clock),
    soon(() => deps.forecastFor(first.alert), deps.clock),
  ]);
  return { ...notice, alerts: [{ ...first, ...(change && { change }), ...(forecast && { forecast }) }] };
}

async function soon<T>(ask: () => Promise<T | undefined>, clock: PrecedingDeps['clock']): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>();
  const stop = clock.after(WAIT_MS, () => over.resolve(undefined));
  try {
    return await Promise.race([ask(), over.promise]);
  } catch {
    return undefined;
  } finally {
    stop();
  }
}
