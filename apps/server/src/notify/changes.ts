// Sends the new entries of the journal to the webhooks of changes: in order, each at least once. What waits is in the journal, so a place in
// it is all that is kept here.
import { backoffMs } from '@belfry/domain/backoff';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { Store } from '../db/store.ts';
import { iso } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import { forAll } from '../lib/for-all.ts';
import { type Destinations, webhookDestinationId } from './destination.ts';
import type { ServiceDeps } from './notifier.ts';
import type { Failing } from './outbox/failing.ts';
import { changesBody, journal } from './services/journal/journal.ts';
import { createPoster } from './services/webhook-sender.ts';

/** The entries after a place, the oldest first. `end`: the place of the last one, also of what cannot be read. */
export interface NextEntries {
  entries: readonly JournalEntry[];
  end: number;
  /** So many before them are left out, because more waited than `most`. */
  skipped: number;
}

export interface JournalFeed {
  /** Undefined: there are none. */
  after(place: number, limit: number, most: number): Promise<NextEntries | undefined>;
  /** The place of the newest entry, 0 without any. */
  newest(): Promise<number>;
  changed(listener: () => void): void;
}

export interface ChangesDeps {
  targets: Pick<Destinations, 'onChange'> & { ofChanges(): readonly Webhook[] };
  /** Undefined: the journal cannot be used. */
  feed: JournalFeed | undefined;
  settings: Pick<Store['settings'], 'get' | 'keep'>;
  service: Pick<ServiceDeps, 'request' | 'clock' | 'log'>;
  /** A webhook that does not accept anything for ten minutes becomes a problem of the server. */
  failing: Pick<Failing, 'failed' | 'succeeded' | 'forget'>;
  onDefect: OnDefect;
}

/** Times are on the monotonic clock. */
interface Target {
  webhook: Webhook;
  post: ReturnType<typeof createPoster>;
  /** What was not accepted yet: it is sent again as it is. */
  batch: NextEntries | undefined;
  hasMore: boolean;
  failures: number;
  dueAt: number;
  running: Promise<void> | undefined;
}

const KEY = 'notify/changes';
const Places = z.record(z.string(), z.number());
const AT_ONCE = 100;
/** More of them do not wait for a receiver that is away: about a month of 1,000 guests. */
const MOST = 10_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 300_000;
const SHOWN_MS = 86_400_000;

export function createChanges({ targets, feed, settings, service, failing, onDefect }: ChangesDeps) {
  const { clock, log } = service;
  const stopped = new AbortController();
  let list: Target[] = [];
  /** The place of the last entry that each has accepted, by the id of the webhook. Absent: it begins with the next entry. */
  let places: Readonly<Record<string, number>> = settings.get(KEY, Places) ?? {};
  let problems: State['serverProblems'] = {};

  async function keep(next: Readonly<Record<string, number>>): Promise<void> {
    places = next;
    await settings.keep(KEY, next);
  }
  const without = <T>(from: Readonly<Record<string, T>>, isGone: (key: string) => boolean): Record<string, T> =>
    Object.fromEntries(Object.entries(from).filter(([key]) => !isGone(key)));

  function follow(): void {
    const known = new Map(list.map((target) => [target.webhook, target]));
    list = targets
      .ofChanges()
      .filter(({ enabled }) => enabled)
      .map((webhook) => known.get(webhook) ?? begin(webhook));
    for (const { webhook } of known.values())
      if (!list.some((target) => target.webhook === webhook)) failing.forget(webhookDestinationId(webhook));
    const isGone = (id: string) => !list.some(({ webhook }) => webhook.id === id);
    problems = without(problems, (key) => isGone(key.slice(PROBLEM.length)));
    // one that is switched off gets nothing of that time
    if (Object.keys(places).some(isGone))
      void keep(without(places, isGone)).catch((error) => onDefect(error, 'the places of webhooks of changes'));
  }
  const begin = (webhook: Webhook): Target => ({
    ...{ webhook, post: createPoster(journal, webhook, service), batch: undefined, hasMore: true },
    ...{ failures: 0, dueAt: 0, running: undefined },
  });
  follow();
  targets.onChange(follow);
  feed?.changed(() => {
    for (const target of list) target.hasMore = true;
  });

  async function nextOf(target: Target, from: JournalFeed): Promise<NextEntries | undefined> {
    const { id } = target.webhook;
    const newest = await from.newest();
    const place = places[id];
    if (place === undefined) {
      await keep({ ...places, [id]: newest });
      return undefined;
    }
    // The journal has lost its entries, and its numbers start at 1 again.
    return from.after(newest < place ? 0 : place, AT_ONCE, MOST);
  }

  function skip({ webhook: { id, name } }: Target, count: number): void {
    log.warn({ webhook: name, count }, 'changes were left out, because the webhook was away for too long');
    const message = `${count} changes were not sent to ${name}, because it was away for too long. The journal has them.`;
    problems = { ...problems, [`${PROBLEM}${id}`]: { message, since: iso(clock.now()) } };
  }

  async function send(target: Target, from: JournalFeed): Promise<void> {
    target.hasMore = false;
    target.batch ??= await nextOf(target, from);
    const { batch, webhook } = target;
    if (!batch || stopped.signal.aborted) return;
    const { entries, end, skipped } = batch;
    const [first] = entries;
    if (first) {
      const key = `journal-${first.id}-${end}`;
      const body = changesBody({ id: key, ...(skipped > 0 && { skipped }), entries });
      const result = await target.post(webhook, { body, method: webhook.method }, { key, signal: stopped.signal });
      if (stopped.signal.aborted || !list.includes(target)) return;
      if (!result.ok) {
        target.failures++;
        const wait = backoffMs(target.failures, FIRST_WAIT_MS, LONGEST_WAIT_MS);
        target.dueAt = clock.monotonic() + Math.max(wait, Math.min(result.retryAfterMs ?? 0, LONGEST_WAIT_MS));
        failing.failed({ id: webhookDestinationId(webhook), name: webhook.name }, result.words);
        // so much may wait by now that some of it is left out
        if (target.failures % AGAIN === 0) Object.assign(target, { batch: undefined, hasMore: true });
        return;
      }
      failing.succeeded(webhookDestinationId(webhook));
      if (skipped > 0) skip(target, skipped);
    }
    target.failures = 0;
    target.batch = undefined;
    target.hasMore = true;
    await keep({ ...places, [webhook.id]: end });
  }

  return {
    /** Once a second, so one request in a second to each. */
    tick() {
      if (!feed) return;
      const now = clock.monotonic();
      forAll(list, (target) => {
        if (target.running || now < target.dueAt || !(target.hasMore || target.batch)) return;
        target.running = send(target, feed)
          .catch((error: unknown) => {
            onDefect(error, 'a webhook of changes');
            target.hasMore = true;
            target.dueAt = clock.monotonic() + LONGEST_WAIT_MS;
          })
          .finally(() => {
            target.running = undefined;
          });
      });
    },
    /** What was left out within the last day. The same object while nothing changes. */
    problems(): State['serverProblems'] {
      const isOver = (key: string) => clock.now() - Date.parse(problems[key]?.since ?? '') >= SHOWN_MS;
      if (Object.keys(problems).some(isOver)) problems = without(problems, isOver);
      return problems;
    },
    async stop() {
      stopped.abort();
      await Promise.all(list.flatMap(({ running }) => running ?? []));
    },
  };
}

const PROBLEM = 'changes-left-out:';
/** After this number of failures in a row, the batch is read from the journal again. */
const AGAIN = 20;
