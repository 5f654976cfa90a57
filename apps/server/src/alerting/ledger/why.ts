// Why a resource has an alert or none, by rule: from its readings and from what the engine knows about the bad ones.
import { factsOf, type Unit } from '@belfry/domain/alerts/catalogue';
import { TAG } from '@belfry/domain/alerts/overrides';
import type { Origin } from '@belfry/domain/alerts/thresholds';
import { english } from '@belfry/domain/sentences/english';
import type { Reason } from '@belfry/schema/alerts/why';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Moment } from '../../lib/clock.ts';
import { endOf, isBad, judge } from '../engine/lifecycle.ts';
import type { EntityReadings } from '../engine/readers.ts';
import type { Reading, Verdict } from '../engine/reading.ts';
import type { Tracked } from '../engine/tracked.ts';
import { knownOf, marksOf, pendingMs } from './explain.ts';

export interface WhyDeps {
  isEnabled: boolean;
  look(id: string): Readonly<Tracked> | undefined;
  /** The active alert, with the marks of silences and maintenance windows. */
  active(id: string): Alert | undefined;
  now: Moment;
}

const LOSS = 'connectivity';

const order: readonly Reason['status'][] = ['active', 'acknowledged', 'pending', 'attached', 'none'];

/** The worst first, then by type. */
export const reasonsOf = (
  { readings, isStale }: Pick<EntityReadings, 'readings' | 'isStale'>,
  deps: WhyDeps,
): Reason[] =>
  readings
    .map((reading) => reasonOf(reading, isStale ? { is: 'unknown' } : reading.verdict, readings, deps))
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status) || (a.type < b.type ? -1 : 1));

/** What is said of a resource that does not answer, or is on one that does not, was true before. That is neither good nor bad now. */
function isUnseen(reading: Reading, beside: readonly Reading[], { look, active }: WhyDeps): boolean {
  if (reading.type === LOSS) return false;
  const isLost = beside.some(({ type, verdict }) => type === LOSS && isBad(judge(verdict)));
  const explains = (cause: string) => active(cause)?.type === LOSS || look(cause)?.reading?.type === LOSS;
  return isLost || (reading.causes ?? []).some(explains);
}

/** What a part of the resource is called, where one rule looks at several: a service, a file system, a job, a disk. */
function partOf({ type, metadata = {}, resource }: Reading, beside: readonly Reading[]): string | undefined {
  const { service, mountpoint, job, datastore } = metadata;
  const named = [service, mountpoint, job, datastore].find((each) => typeof each === 'string');
  if (named !== undefined) return named;
  const names = new Set(beside.filter((each) => each.type === type).map((each) => each.resource.name));
  return names.size > 1 ? resource.name : undefined;
}

function reasonOf(reading: Reading, said: Verdict, beside: readonly Reading[], deps: WhyDeps): Reason {
  const isLost = isUnseen(reading, beside, deps);
  const { id, type } = reading;
  const isNotBad = said.is === 'well' || (said.is === 'measured' && !isBad(judge(said)));
  const verdict: Verdict = isLost && isNotBad ? { is: 'unknown' } : said;
  const part = partOf(reading, beside);
  const tracked = deps.look(id);
  const alert = deps.active(id);
  const cause = alert?.metadata?.cause ?? tracked?.wait?.cause;
  const status = alert
    ? alert.acknowledged
      ? 'acknowledged'
      : 'active'
    : cause !== undefined
      ? 'attached'
      : tracked?.pending
        ? 'pending'
        : 'none';
  const sentence = deps.isEnabled
    ? sentenceOf({ reading, verdict, isLost, tracked, alert, cause, now: deps.now })
    : ({ id: 'why.allOff' } as const);
  return {
    ...(part !== undefined && { part }),
    ...{ id, type, status, is: verdict.is, message: english(sentence), sentence, unit: factsOf(type).unit },
    ...('value' in verdict && verdict.value !== undefined && { value: verdict.value }),
    ...knownOf({ ...reading, verdict }),
    ...(cause !== undefined && { cause }),
    heldBack: alert ? marksOf(alert) : [],
  };
}

interface Judged {
  reading: Reading;
  verdict: Verdict;
  isLost: boolean;
  tracked: Readonly<Tracked> | undefined;
  alert: Alert | undefined;
  cause: string | undefined;
  now: Moment;
}

function sentenceOf({ reading, verdict, isLost, tracked, alert, cause, now }: Judged): Sentence {
  if (verdict.is === 'off') return { id: 'why.off' };
  if (verdict.is === 'unknown') return { id: isLost ? 'why.lost' : 'why.unknown' };
  if (verdict.is === 'well') return { id: 'why.well' };
  const unit = factsOf(reading.type).unit;
  if (verdict.is === 'measured' && !isBad(judge(verdict))) {
    const { limit, value } = verdict;
    const end = endOf(limit);
    const compared = { value: quantity(value, unit), trigger: quantity(limit.trigger, unit) };
    return alert && 'atMost' in end
      ? { id: 'why.stays', values: { ...compared, clear: quantity(end.atMost, unit) } }
      : { id: 'why.below', values: { ...compared, origin: originOf(limit.origin) } };
  }
  const problem = reading.message();
  if (alert) return typeof problem === 'string' ? { id: 'words', values: { words: problem } } : problem;
  if (cause !== undefined) return { id: 'why.cause', values: { problem, cause } };
  const { confirm } = reading;
  if ('polls' in confirm || 'tries' in confirm) {
    const polls = 'polls' in confirm ? confirm.polls : confirm.tries;
    return { id: 'why.polls', values: { problem, polls } };
  }
  if (!tracked?.pending) return { id: 'why.returned', values: { problem } };
  const hold = lasting('holdMs' in confirm ? confirm.holdMs : confirm.silentMs);
  return { id: 'why.pending', values: { problem, hold, pending: lasting(pendingMs(tracked, now) ?? 0) } };
}

function quantity(figure: number, unit: Unit): Sentence | number {
  const value = Math.round(figure * 10) / 10;
  return unit === 'none' || unit === 'count' ? value : { id: `why.${unit}`, values: { value } };
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const;

/** In the largest unit of which there are two. */
function lasting(ms: number): Sentence {
  const [unit, size] = UNITS.find(([, each]) => ms >= 2 * each) ?? ['seconds', 1000];
  return { id: `why.${unit}`, values: { value: Math.round(ms / size) } };
}

function originOf(origin: Origin): Sentence {
  return origin.from === 'tag'
    ? { id: 'why.origin.tag', values: { tag: origin.key.slice(TAG.length) } }
    : { id: `why.origin.${origin.from}` };
}
