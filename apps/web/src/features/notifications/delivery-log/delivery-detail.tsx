// All that is known about one message: its answer as it came, its times, and the alerts in it.

import type { Delivery } from '@belfry/schema/notifications/delivery';
import { Link } from '@tanstack/react-router';
import { formatBytes } from '../../../lib/language/format.ts';
import { serverWords } from '../../../lib/language/server-words.ts';
import { momentOf } from '../../../lib/moment.ts';
import { type Fact, Facts, Panel, Panels } from '../../../ui/detail.tsx';
import { messages } from './messages.ts';

export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { alerts, alertCount, kind } = delivery;
  return (
    <div className="px-6 max-md:px-2">
      <Panels>
        <Panel title={messages.delivery}>
          <Facts facts={factsOf(delivery)} />
        </Panel>
        {kind !== 'test' && alertCount > 0 && (
          <Panel title={messages.alerts(alertCount)}>
            <ul className="flex flex-col gap-0.5">
              {alerts.map(({ id, occurrence, resourceName, level }) => (
                <li key={occurrence} className="flex min-w-0 items-center gap-2">
                  <span className={`dot hollow ${level === 'critical' ? 'crit' : 'warn'}`} aria-hidden />
                  <Link to="/alerts/overview" hash={id} className="min-w-0 truncate underline-offset-2 hover:underline">
                    {resourceName}
                  </Link>
                </li>
              ))}
              {alertCount > alerts.length && (
                <li className="text-mute">{messages.andMore(alertCount - alerts.length)}</li>
              )}
            </ul>
          </Panel>
        )}
      </Panels>
    </div>
  );
}

function factsOf(delivery: Delivery): Fact[] {
  const { insteadOf, standIn, target, status, words, sentence, attempts, lost, sentBytes, id } = delivery;
  const { createdAt, lastAttemptAt, nextAttemptAt, endedAt } = delivery;
  const texts = messages.facts;
  const at = (time: string | undefined): string | undefined => time && momentOf(Date.parse(time));
  const facts: (readonly [string, string | undefined])[] = [
    [texts.insteadOf, insteadOf?.map(({ name }) => name).join(', ')],
    [texts.standIn, standIn],
    [texts.target, target],
    [texts.status, status === undefined ? undefined : String(status)],
    [texts.words, words === undefined ? messages.noAnswer : serverWords(sentence, words)],
    [texts.tries, String(attempts)],
    [texts.lost, lost > 0 ? messages.lostHint(lost) : undefined],
    [texts.made, at(createdAt)],
    [texts.last, at(lastAttemptAt)],
    [texts.next, at(nextAttemptAt)],
    [texts.ended, at(endedAt)],
    [texts.size, sentBytes === undefined ? undefined : formatBytes(sentBytes)],
    [texts.id, id],
  ];
  return facts.filter((fact): fact is readonly [string, string] => Boolean(fact[1]));
}
