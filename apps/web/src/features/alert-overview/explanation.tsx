// Why an alert fired and who was notified, as the server explains it.

import type { Explanation } from '@belfry/schema/alerts/explanation';
import type { Alert } from '@belfry/schema/entities/alert';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { formatUptime } from '../../lib/language/format.ts';
import { serverWords } from '../../lib/language/server-words.ts';
import { useMay } from '../../lib/may.ts';
import { timeOfDay } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { messages as marks } from '../../ui/alerts/messages.ts';
import { valueText } from '../../ui/alerts/value-text.ts';
import { type Fact, Facts, Panel, Panels } from '../../ui/detail.tsx';
import { type Earlier, earlier } from './earlier.ts';
import { limitText } from './figures.tsx';
import { messages } from './messages.ts';
import { BeginChart } from './past/begin-chart.tsx';
import { untilText } from './until.ts';

const REFRESH_MS = 15_000;

const explanation = (id: string) =>
  queryOptions({
    queryKey: ['alert-explanation', id],
    queryFn: ({ signal }) => call('GET /api/alerts/:id/explain', { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });

export function ExplanationPanels({ alert }: { alert: Alert }) {
  const now = useNow();
  const mayRead = useMay('read');
  const { data, isError } = useQuery({ ...explanation(alert.id), enabled: mayRead });
  const before = useQuery({ ...earlier(alert), enabled: mayRead }).data;
  const texts = messages.explanation;
  if (!mayRead) return null;
  if (!data) return <p className="pt-2 text-mute">{isError ? texts.failed : texts.loading}</p>;
  return (
    <Panels>
      <BeginChart alert={alert} />
      <Panel title={texts.compared}>
        <Facts facts={[...factsOfExplanation(data, alert, now), ...(before ? [beforeFact(before, alert)] : [])]} />
      </Panel>
      <Panel title={texts.told}>
        <Deliveries explanation={data} />
      </Panel>
      <Panel title={texts.next}>
        <Next explanation={data} now={now} />
      </Panel>
    </Panels>
  );
}

/** Seconds: "42s", "1h 5m". */
const lasting = (seconds: number): string =>
  seconds < 60 ? marks.seconds(Math.round(seconds)) : formatUptime(seconds);

function factsOfExplanation(explained: Explanation, alert: Alert, now: number): Fact[] {
  const { rule, readings, threshold, hold, heldBack } = explained;
  const texts = messages.explanation;
  const value = (amount: number | undefined) => (amount === undefined ? '' : valueText(rule.type, amount));
  const facts: Fact[] = [];
  if (threshold && rule.unit !== 'none') {
    const { trigger, critical, clear } = threshold;
    facts.push([texts.rule, texts.levels(limitText(rule.type, trigger), value(critical), value(clear))]);
  }
  for (const reading of readings) {
    const is = reading.value === undefined || rule.unit === 'none' ? texts.readings[reading.is] : value(reading.value);
    const age = reading.at === undefined ? '' : lasting(Math.max(0, (now - Date.parse(reading.at)) / 1000));
    facts.push([texts.value, [is, texts.read(age, reading.instance), peakText(explained)].filter(Boolean).join(', ')]);
  }
  if (threshold?.origin) {
    const { from, key = '' } = threshold.origin;
    const origin = texts.origins[from](key.replace(/^(tag|node):/, ''));
    facts.push([texts.threshold, <Threshold key="threshold" alert={alert} origin={origin} />]);
  }
  if (explained.ends) facts.push([texts.endsWhen, endText(explained.ends, value)]);
  const held = holdText(hold);
  if (held !== '') facts.push([texts.held, held]);
  for (const { by, destination, until } of heldBack) {
    const end = until === undefined ? '' : texts.until(untilText(until, now));
    facts.push([texts.heldBack, [destination, texts.holds[by], end].filter(Boolean).join(', ')]);
  }
  return facts;
}

/** How often it was there before, and the way to it. */
function beforeFact({ times, days, longest, ofType }: Earlier, { resourceName }: Alert): Fact {
  const texts = messages.explanation;
  const own = times === 0 ? texts.neverBefore : texts.timesBefore(times, days, lasting(longest));
  const place: LinkProps = { to: '/alerts/$', params: { _splat: 'history' }, search: { search: resourceName } };
  return [
    texts.before,
    <span key="before">
      {own}.{' '}
      <Link {...place} className="text-brand hover:underline">
        {texts.history}
      </Link>
      <span className="block text-mute">{texts.ofType(ofType)}</span>
    </span>,
  ];
}

function endText(
  { atMost, below, seconds }: NonNullable<Explanation['ends']>,
  value: (amount?: number) => string,
): string {
  const { ends } = messages.explanation;
  const when =
    atMost !== undefined ? ends.atMost(value(atMost)) : below !== undefined ? ends.below(value(below)) : ends.good;
  return seconds === 0 ? when : ends.lasting(when, lasting(seconds));
}

/** The worst value so far, where it is worse than the last one. */
function peakText({ alert, rule, readings }: Explanation): string {
  const worst = alert?.peakValue;
  const isWorse = worst !== undefined && rule.unit !== 'none' && readings.every(({ value }) => value !== worst);
  return isWorse ? messages.explanation.peak(valueText(rule.type, worst)) : '';
}

const TABS: Readonly<Record<string, string>> = { pmg: 'mail-gateway', dockerHost: 'docker', dockerContainer: 'docker' };

/** Where the threshold comes from, and the way to change it. */
function Threshold({ alert: { resourceName, metadata }, origin }: { alert: Alert; origin: string }) {
  const tab = TABS[metadata?.resourceType ?? ''] ?? 'proxmox';
  const place: LinkProps = {
    to: '/alerts/$',
    params: { _splat: `thresholds/${tab}` },
    search: { search: resourceName },
  };
  return (
    <>
      {origin}{' '}
      <Link {...place} className="text-brand underline">
        {messages.explanation.change}
      </Link>
    </>
  );
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

/** What is sent if nothing happens but time. */
function Next({ explanation: { next, status }, now }: { explanation: Explanation; now: number }) {
  const texts = messages.explanation;
  if (next.length === 0) return <p className="text-mute">{texts.nothingNext[status] ?? texts.nothingNext.active}</p>;
  return (
    <ul className="flex flex-col gap-1">
      {next.map(({ at, kind, destinations, level }) => (
        <li key={`${at} ${kind} ${level}`} className="flex gap-x-2">
          <span className="shrink-0 text-mute tabular-nums">{untilText(at, now)}</span>
          <span className="min-w-0 break-words">{texts.coming(kind, destinations.join(', '), level)}</span>
        </li>
      ))}
    </ul>
  );
}

const TONES = { queued: 'wait', sending: 'wait', sent: 'ok', failed: 'warn', 'given-up': 'crit' };

function Deliveries({ explanation: { deliveries } }: { explanation: Explanation }) {
  const texts = messages.explanation;
  if (deliveries.length === 0) return <p className="text-mute">{texts.nobody}</p>;
  return (
    <ul className="flex flex-col gap-1">
      {deliveries.map(({ id, at, channel, success, state, words, sentence }) => {
        const standing = success ? 'sent' : state;
        const [tone, said] = [TONES[standing], texts.deliveries[standing]];
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <span className="text-mute tabular-nums">{timeOfDay(Date.parse(at))}</span>
            <span className="min-w-0 flex-[1_1_9rem] break-words">{channel}</span>
            {/* below the name where there is no room for both */}
            <span className="inline-flex min-w-0 items-center gap-x-2">
              <span className={`dot ${tone}`} aria-hidden />
              {said}
            </span>
            {words && !success && (
              <span className="basis-full break-words text-soft">{serverWords(sentence, words)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
