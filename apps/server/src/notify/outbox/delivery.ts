// The states of one delivery, from its notice to its end.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { OpenDelivery } from '../../db/outbox-store.ts';
import { iso } from '../../lib/clock.ts';
import type { Destination } from '../destination.ts';
import type { Notice, NoticeAlert } from '../notice.ts';
import { ownWords } from '../own-words.ts';
import type { AttemptResult } from './attempt.ts';

type Delivery = OpenDelivery['delivery'];

/** The log names at most this many alerts. */
const MAX_NAMED = 20;

const named = (alerts: readonly NoticeAlert[]): Pick<Delivery, 'alerts' | 'alertCount'> => ({
  alerts: alerts.slice(0, MAX_NAMED).map(({ alert, occurrence }) => ({
    ...{ id: alert.id, occurrence, resourceName: alert.resourceName, level: alert.level },
  })),
  alertCount: alerts.length,
});

/** Times are epoch ms. */
export const queued = (id: string, notice: Notice, { id: to, name, service }: Destination, now: number): Delivery => ({
  ...{ id, destination: { id: to, name, service }, kind: notice.kind, ...named(notice.alerts) },
  ...{ state: 'queued', attempts: 0, lost: 0, createdAt: iso(now) },
});

/** Without the alerts of one occurrence, which has ended. At least one other alert is left. */
export function without({ delivery, notice, threads }: OpenDelivery, occurrence: string): OpenDelivery {
  const alerts = notice.alerts.filter((alert) => alert.occurrence !== occurrence);
  return { delivery: { ...delivery, ...named(alerts) }, notice: { ...notice, alerts }, threads };
}

export const sending = ({ nextAttemptAt: _, ...delivery }: Delivery, now: number): Delivery => ({
  ...delivery,
  state: 'sending',
  attempts: delivery.attempts + 1,
  lastAttemptAt: iso(now),
});

export const sent = (delivery: Delivery, result: AttemptResult, now: number): Delivery => ({
  ...answered(delivery, result),
  state: 'sent',
  endedAt: iso(now),
});

/** `next`: when it is tried again. */
export const failed = (delivery: Delivery, result: AttemptResult, next: number): Delivery => ({
  ...answered(delivery, result),
  state: 'failed',
  lost: delivery.lost + (result.lost ? 1 : 0),
  nextAttemptAt: iso(next),
});

export const givenUp = (
  { nextAttemptAt: _, sentence: __, ...delivery }: Delivery,
  { words, sentence }: Pick<Delivery, 'sentence'> & { words: string },
  now: number,
): Delivery => ({
  ...delivery,
  state: 'given-up',
  words,
  ...(sentence && { sentence }),
  endedAt: iso(now),
});

/** The message goes to another destination in place of this one. */
export const passedOn = (
  delivery: Delivery,
  { name, sentence }: { name: string; sentence: Sentence },
  now: number,
): Delivery => ({ ...givenUp(delivery, ownWords(sentence), now), standIn: name });

function answered(
  { status: _, sentence: __, ...delivery }: Delivery,
  { status, words, sentence, sentBytes }: AttemptResult,
): Delivery {
  return {
    ...{ ...delivery, words },
    ...(sentence && { sentence }),
    ...(status !== undefined && { status }),
    ...(sentBytes !== undefined && { sentBytes }),
  };
}
