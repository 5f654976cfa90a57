// `belfry alerts`: the list, and what operators do with it.
import { worstFirst } from '@belfry/domain/alerts/order';
import { siteOfAlert } from '@belfry/domain/alerts/site-of';
import type { Alert } from '@belfry/schema/entities/alert';
import { acknowledgeAlerts, addSilence, listActiveAlerts, unacknowledgeAlerts } from '@belfry/schema/http/alerts';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { words } from '../language/in-language.ts';
import { messageOf, moment } from '../language/said.ts';
import { messages } from '../messages/alerts.ts';
import { type Output, printable, show, wrapped } from '../print.ts';
import { instancesOf, placesOf } from './site-filter.ts';

export interface AlertFilter {
  level?: string | undefined;
  /** The name of a site, or its id. */
  site?: string | undefined;
}

export async function alerts(api: Api, output: Output, { level, site }: AlertFilter): Promise<void> {
  const places = site === undefined ? undefined : await placesOf(api);
  const own = places && instancesOf(site ?? '', places).id;
  const all = await api.call(listActiveAlerts);
  const found = all
    .filter((alert) => level === undefined || alert.level === level)
    .filter((alert) => places === undefined || siteOfAlert(places, alert) === own)
    .sort(worstFirst);
  show(output, found, () =>
    found.length === 0
      ? `${messages.none}\n`
      : found
          .map((alert) =>
            linesOf(alert)
              .map((line) => `${line}\n`)
              .join(''),
          )
          .join(''),
  );

  function linesOf(alert: Alert): string[] {
    const { level, startTime, resourceName, node, acknowledged, ackUser, id, metadata } = alert;
    const where = node === '' || node === resourceName ? resourceName : messages.on(resourceName, node);
    const by = ackUser ? messages.acknowledgedBy(ackUser) : messages.acknowledged;
    const facts = [
      ...wrapped(`${moment(startTime)} ${where}`, output.columns - INDENT),
      ...wrapped(messageOf(alert), output.columns - INDENT),
      ...(metadata?.unreadSince === undefined ? [] : [messages.unread(moment(metadata.unreadSince))]),
      ...(acknowledged ? [by] : []),
      // In one piece, to be copied.
      messages.id(id),
    ];
    return facts.map((fact, i) => printable((i === 0 ? messages.levels[level] : '').padEnd(INDENT) + fact));
  }
}

const INDENT = 10;

type Act = typeof acknowledgeAlerts | typeof unacknowledgeAlerts;

/** `ids`: of active alerts. Throws when one of them is not active; the others are done. */
async function act(api: Api, output: Output, endpoint: Act, ids: readonly string[]): Promise<void> {
  const { results } = await api.call(endpoint, { body: { alertIds: ids } });
  const failed = results.filter(({ success }) => !success);
  show(output, results, () => `${messages.changed(results.length - failed.length)}\n`);
  if (failed.length > 0)
    throw new Failure(
      failed.map(({ alertId }) => printable(`${alertId}: ${words().say({ id: 'alert.notActive' })}`)).join('\n'),
    );
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
  show(output, made, () => `${messages.silenced(moment(made.until))}\n`);
}

const UNITS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 };

export function minutesOf(duration: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([mhd])$/.exec(duration) ?? [];
  const minutes = Number(number) * (UNITS[unit] ?? 0);
  if (minutes >= 1) return minutes;
  throw new Failure(messages.noDuration(duration));
}
