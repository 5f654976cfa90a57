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

/** Of a message about several alerts, so many are asked about, and so many changes are said. Alerts of one cause have the same change. */
const ASKED = 10;
const SAID = 3;

/** The sender with both. Forecasts are only in messages about one alert that has not ended. */
export function preceding({ send, ...rest }: Sender, deps: PrecedingDeps): Sender {
  return {
    ...rest,
    send: async (message, signal) => send({ ...message, notice: await noticed(message.notice, deps) }, signal),
  };
}

async function noticed(notice: Notice, deps: PrecedingDeps): Promise<Notice> {
  const { alerts, kind } = notice;
  const [first, ...others] = alerts;
  if (!first || kind === 'test') return notice;
  const hasForecast = others.length === 0 && kind !== 'resolved';
  const [forecast, ...changes] = await Promise.all([
    hasForecast ? soon(() => deps.forecastFor(first.alert), deps.clock) : undefined,
    ...alerts.slice(0, ASKED).map(({ alert }) => soon(() => deps.changeBefore(alert), deps.clock)),
  ]);
  const said = new Set<string>();
  return {
    ...notice,
    alerts: alerts.map((entry, nth) => {
      const change = changes[nth];
      const isNew = change !== undefined && said.size < SAID && !said.has(change.id);
      if (isNew) said.add(change.id);
      return { ...entry, ...(isNew && { change }), ...(nth === 0 && forecast && { forecast }) };
    }),
  };
}

export async function soon<T>(
  ask: () => Promise<T | undefined>,
  clock: PrecedingDeps['clock'],
): Promise<T | undefined> {
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
