// `belfry alerts`: the list, and what operators do with it.
import { worstFirst } from '@belfry/domain/alerts/order';
import type { Alert } from '@belfry/schema/entities/alert';
import { acknowledgeAlerts, addSilence, listActiveAlerts, unacknowledgeAlerts } from '@belfry/schema/http/alerts';
import type { Api } from '../api.ts';
import { count } from '../count.ts';
import { Failure } from '../failure.ts';
import { type Output, printable, show, wrapped } from '../print.ts';

export async function alerts(api: Api, output: Output, level: string | undefined): Promise<void> {
  const all = await api.call(listActiveAlerts);
  const found = all.filter((alert) => level === undefined || alert.level === level).sort(worstFirst);
  show(output, found, () =>
    found.length === 0
      ? 'There are no alerts.\n'
      : found
          .map((alert) =>
            linesOf(alert)
              .map((line) => `${line}\n`)
              .join(''),
          )
          .join(''),
  );

  function linesOf(alert: Alert): string[] {
    const { level, startTime, resourceName, node, message, acknowledged, ackUser, id } = alert;
    const since = startTime.replace('T', ' ').replace(/\.\d+/, '');
    const where = node === '' || node === resourceName ? resourceName : `${resourceName} on ${node}`;
    const facts = [
      ...wrapped(`${since} ${where}`, output.columns - INDENT),
      ...wrapped(message, output.columns - INDENT),
      ...(acknowledged ? [`acknowledged${ackUser ? ` by ${ackUser}` : ''}`] : []),
      // In one piece, to be copied.
      `id: ${id}`,
    ];
    return facts.map((fact, i) => printable((i === 0 ? level : '').padEnd(INDENT) + fact));
  }
}

const INDENT = 10;

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
