// Which destination gets a message in place of one that fails.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { OpenDelivery } from '../../db/outbox-store.ts';
import type { Destination } from '../destination.ts';
import type { Notice } from '../notice.ts';
import { cut } from '../text/cut.ts';
import type { Failing } from './failing.ts';

export interface StandInDeps {
  find(id: string): Destination | undefined;
  failing: Pick<Failing, 'failingForMs' | 'isFailing'>;
  /** The destination gets, or got, messages about the occurrence as its own. */
  isNotified(destination: string, occurrence: string): boolean;
}

/** What failed. `isFinal`: the message is not tried again. */
export interface Failure {
  words: string;
  /** The same where it is Belfry's own. */
  sentence?: Sentence | undefined;
  isFinal: boolean;
}

/** `notice` has only what the stand-in does not know already; undefined: it knows all of it. `from` begins with the one it was for. */
export interface Passage {
  to: Destination;
  from: readonly { id: string; name: string }[];
  notice: Notice | undefined;
  sentence: Sentence;
}

const MINUTE_MS = 60_000;
const MAX_WHY = 200;

/** Milliseconds until its messages go elsewhere. Undefined: they do not. */
export function standInWait({ id, standIn }: Destination, { failingForMs }: Pick<Failing, 'failingForMs'>) {
  return standIn ? standIn.minutes * MINUTE_MS - (failingForMs(id) ?? 0) : undefined;
}

/** Undefined: the message stays with its destination. */
export function passageOf(
  row: OpenDelivery,
  { words, sentence, isFinal }: Failure,
  deps: StandInDeps,
): Passage | undefined {
  const { delivery, notice } = row;
  const from = deps.find(delivery.destination.id);
  const wait = from && standInWait(from, deps.failing);
  if (!from || wait === undefined || (wait > 0 && !isFinal)) return undefined;
  const passed = [...(delivery.insteadOf ?? []), { id: from.id, name: from.name }];
  const to = standInOf(from, new Set([...passed.map(({ id }) => id), ...(delivery.knownBy ?? [])]), deps);
  if (!to) return undefined;
  const alerts = notice.alerts.filter(({ occurrence }) => !deps.isNotified(to.id, occurrence));
  const insteadOf = notice.insteadOf ?? { name: from.name, why: cut(words, MAX_WHY), sentence };
  const id = alerts.length > 0 ? 'delivery.standIn' : 'delivery.standInKnows';
  return {
    to,
    from: passed,
    notice: alerts.length > 0 ? { ...notice, alerts, insteadOf } : undefined,
    sentence: { id, values: { name: to.name, words: sentence ?? words } },
  };
}

/** The first of the chain that works. Two may stand in for each other: none is asked twice about one message. */
function standInOf(from: Destination, passed: ReadonlySet<string>, deps: StandInDeps): Destination | undefined {
  const seen = new Set(passed);
  let next = deps.find(from.standIn?.destination ?? '');
  while (next && !seen.has(next.id)) {
    if (next.enabled && !deps.failing.isFailing(next.id)) return next;
    seen.add(next.id);
    next = deps.find(next.standIn?.destination ?? '');
  }
  return undefined;
}
