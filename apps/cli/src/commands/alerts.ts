// `belfry alerts`: the list, and what operators do with it.
import { acknowledgeAlerts, addSilence, listActiveAlerts, unacknowledgeAlerts } from '@belfry/schema/http/alerts';
import type { Api } from '../api.ts';
import { count } from '../count.ts';
import { Failure } from '../failure.ts';
import { type Output, printable, show, table } from '../print.ts';

export async function alerts(api: Api, output: Output, level: string | undefined): Promise<void> {
  const all = await api.call(listActiveAlerts);
  const found = level === undefined ? all : all.filter((alert) => alert.level === level);
  show(output, found, () =>
    table(
      ['LEVEL', 'SINCE', 'RESOURCE', 'MESSAGE', 'ACKNOWLEDGED', 'ID'],
      found.map((alert) => [
        alert.level,
        alert.startTime,
        alert.resourceName,
        alert.message,
        alert.acknowledged ? (alert.ackUser ?? 'yes') : '',
        alert.id,
      ]),
      'There are no alerts.',
    ),
  );
}

type Act = typeof acknowledgeAlerts | typeof unacknowledgeAlerts;

/** `ids`: of active alerts. Throws when one of them is not active; the others are done. */
async function act(api: Api, output: Output, endpoint: Act, ids: readonly string[]): Promise<void> {
  const { results } = await api.call(endpoint, { body: { alertIds: ids } });
  const failed = results.filter(({ success }) => !success);
  show(output, results, () => `${count(results.length - failed.length, 'alert')} changed.\n`);
  if (failed.length > 0)
    throw new Failure(failed.map(({ alertId, error }) => `${printable(alertId)}: ${error}`).join('\n'));
}

export async function acknowledge(api: Api, output: Output, ids: readonly string[]): Promise<void> {
  await act(api, output, acknowledgeAlerts, ids);
}

export async function unacknowledge(api: Api, output: Output, ids: readonly string[]): Promise<void> {
  await act(api, output, unacknowledgeAlerts, ids);
}

/** `duration`: `90m`, `4h`, `2d`. Holds back the notifications of one alert. */
export async function silence(
  api: Api,
  output: Output,
  id: string,
  { duration, reason }: { duration: string; reason: string },
): Promise<void> {
  const body = { target: { kind: 'alert', value: id }, reason, minutes: minutesOf(duration) };
  const made = await api.call(addSilence, { body });
  show(output, made, () => `Silenced until ${made.until}.\n`);
}

const UNITS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 };

export function minutesOf(duration: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([mhd])$/.exec(duration) ?? [];
  const minutes = Number(number) * (UNITS[unit] ?? 0);
  if (minutes >= 1) return minutes;
  throw new Failure(`"${duration}" is no duration. Use minutes, hours or days: 90m, 4h, 2d.`);
}
