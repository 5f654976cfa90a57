// Why an alert fired and who was told, as the server explains it.
import type { Explanation } from '@belfry/schema/alerts/explanation';
import type { explainAlert } from '@belfry/schema/http/alerts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { formatUptime } from '../../../lib/language/format.ts';
import { shortMoment, timeOfDay } from '../../../lib/moment.ts';
import { useNow } from '../../../lib/now.ts';
import { type Fact, Facts, Panel, Panels } from '../../../ui/detail.tsx';
import { messages as shared } from '../messages.ts';
import { valueText } from '../value-text.ts';
import { messages } from './messages.ts';

const REFRESH_MS = 15_000;

const explanation = (id: string) =>
  queryOptions({
    queryKey: ['alert-explanation', id],
    queryFn: ({ signal }) => call<typeof explainAlert>('GET /api/alerts/:id/explain', { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });

export function ExplanationPanels({ id }: { id: string }) {
  const now = useNow();
  const { data, isError } = useQuery(explanation(id));
  const texts = messages.explanation;
  if (!data) return <p className="pt-2 text-mute">{isError ? texts.failed : texts.loading}</p>;
  return (
    <Panels>
      <Panel title={texts.compared}>
        <Facts facts={factsOfExplanation(data, now)} />
      </Panel>
      <Panel title={texts.told}>
        <Deliveries explanation={data} />
      </Panel>
    </Panels>
  );
}

/** Seconds: "42s", "1h 5m". */
const lasting = (seconds: number): string =>
  seconds < 60 ? shared.seconds(Math.round(seconds)) : formatUptime(seconds);

function factsOfExplanation({ rule, readings, threshold, hold, heldBack }: Explanation, now: number): Fact[] {
  const texts = messages.explanation;
  const value = (amount: number | undefined) => (amount === undefined ? '' : valueText(rule.type, amount));
  const facts: Fact[] = [];
  if (threshold && rule.unit !== 'none')
    facts.push([texts.rule, texts.levels(value(threshold.trigger), value(threshold.critical), value(threshold.clear))]);
  for (const reading of readings) {
    const is = reading.value === undefined || rule.unit === 'none' ? texts.readings[reading.is] : value(reading.value);
    const age = reading.at === undefined ? '' : lasting(Math.max(0, (now - Date.parse(reading.at)) / 1000));
    facts.push([texts.value, [is, texts.read(age, reading.instance)].filter(Boolean).join(', ')]);
  }
  if (threshold?.origin) {
    const { from, key = '' } = threshold.origin;
    facts.push([texts.threshold, texts.origins[from](key)]);
  }
  const held = holdText(hold);
  if (held !== '') facts.push([texts.held, held]);
  for (const { by, destination, until } of heldBack) {
    const end = until === undefined ? '' : texts.until(shortMoment(Date.parse(until), now));
    facts.push([texts.heldBack, [destination, texts.holds[by], end].filter(Boolean).join(', ')]);
  }
  return facts;
}

function holdText(hold: Explanation['hold']): string {
  const texts = messages.explanation;
  if (!hold) return '';
  const { polls, tries, seconds, silentSeconds } = hold;
  const parts = [
    polls !== undefined && texts.polls(polls),
    tries !== undefined && texts.tries(tries),
    seconds !== undefined && lasting(seconds),
    silentSeconds !== undefined && texts.silent(lasting(silentSeconds)),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : texts.confirmed(parts.join(', '));
}

const TONES = { queued: 'wait', sending: 'wait', sent: 'ok', failed: 'warn', 'given-up': 'crit' };

function Deliveries({ explanation: { deliveries } }: { explanation: Explanation }) {
  const texts = messages.explanation;
  if (deliveries.length === 0) return <p className="text-mute">{texts.nobody}</p>;
  return (
    <ul className="flex flex-col gap-1">
      {deliveries.map(({ id, at, channel, success, state, words }) => {
        const standing = success ? 'sent' : state;
        const [tone, said] = [TONES[standing], texts.deliveries[standing]];
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <span className="text-mute tabular-nums">{timeOfDay(Date.parse(at))}</span>
            <span className="min-w-0 flex-1 break-words">{channel}</span>
            <span className={`dot ${tone}`} aria-hidden />
            <span>{said}</span>
            {words && !success && <span className="basis-full break-words text-soft">{words}</span>}
          </li>
        );
      })}
    </ul>
  );
}
