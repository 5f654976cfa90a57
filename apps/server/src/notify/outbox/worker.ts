// Delivers to one destination: one message after the other, at its pace. No destination waits for another one.

import type { Written } from '../../db/alert-writes.ts';
import type { OpenDelivery } from '../../db/outbox-store.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import type { Destination } from '../destination.ts';
import type { Message, Sender, Service } from '../notifier.ts';
import { changedWords } from '../own-words.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import * as states from './delivery.ts';
import { isUrgent, type Leaving, leavingOf } from './leaving.ts';
import { createLine, type Entry, type Line } from './line.ts';
import { createPace } from './pace.ts';
import { retryAfter, retryWait } from './retry.ts';
import type { Failure, Passage } from './stand-in.ts';
import { logWords, secretsIn } from './words.ts';

export interface Worker {
  line: Line;
  /** There is something new to do. */
  wake(): void;
  /** The destination as it is configured now; undefined: nothing is sent to it. True when it was another one before. */
  follow(target: Target | undefined): boolean;
  /** A message has been due for longer than any attempt takes, and none has begun or ended since. */
  isStuck(): boolean;
  /** Waits for the attempt that is under way for a short time, then leaves it. */
  stop(): Promise<void>;
}

interface Target {
  destination: Destination;
  service: Pick<Service<unknown>, 'perMinute'>;
  open(): Sender | Promise<Sender>;
}

/** `where` is known when it is open. */
interface Opened {
  sender: Promise<Sender>;
  secrets: readonly string[];
  where?: string;
}

export interface WorkerDeps {
  /** Something happened to a delivery. Resolves when it is on the disk, or the disk does not accept it. */
  changed(row: OpenDelivery): Promise<Written>;
  /** It does not leave now, and is as it was before. */
  heldBack(row: OpenDelivery): void;
  /** It leaves, or has left, without the database. */
  aside(row: OpenDelivery): void;
  /** For so long the database has been away. */
  awayMs(): number | undefined;
  /** It has left, or may have. */
  reached(row: OpenDelivery): void;
  succeeded(): void;
  failed(words: string): void;
  /** Gives the message to the stand-in of its destination. Undefined: there is none now. */
  passOn(row: OpenDelivery, failure: Failure): Passage | undefined;
  /** Milliseconds until that may happen. Undefined: it does not. */
  standInWait(destination: Destination): number | undefined;
  publicUrl(): string;
  onDefect: OnDefect;
  clock: Clock;
}

/** Together less than the server has for its stop (`lib/stop-budget.ts`). */
const STOP_MS = 3000;
const CLOSE_MS = 1000;
/** An attempt ends after three minutes. */
const STUCK_MS = 300_000;
const SHORTEST_WAIT_MS = 1000;
/** After so long it is tried again whether a message may leave. */
const HELD_MS = 5000;

export function createWorker(deps: WorkerDeps): Worker {
  const { changed, reached, succeeded, failed, publicUrl, onDefect, clock } = deps;
  const line = createLine();
  const pace = createPace();
  const stopping = new AbortController();
  let target: Target | undefined;
  let opened: Opened | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let isWoken = false;
  /** When the last attempt ended. */
  let ended = Number.NEGATIVE_INFINITY;
  let stopTimer: Cancel = () => {};

  /** Many calls in one turn are one look. */
  function wake(): void {
    if (isWoken) return;
    isWoken = true;
    queueMicrotask(look);
  }

  function look(): void {
    isWoken = false;
    stopTimer();
    if (running || isStopped || !target) return;
    const entry = line.next();
    if (!entry) return;
    const wait = Math.max(entry.due, pace.next()) - clock.monotonic();
    if (wait > 0) {
      stopTimer = clock.after(wait, wake);
      return;
    }
    running = deliver(entry, target)
      .catch((error) => onDefect(error, 'the outbox'))
      .finally(() => {
        running = undefined;
        ended = clock.monotonic();
        wake();
      });
  }

  async function change(entry: Entry, delivery: OpenDelivery['delivery']): Promise<Written> {
    entry.row = { ...entry.row, delivery };
    if (delivery.endedAt !== undefined) line.remove(entry);
    return changed(entry.row);
  }

  /** Nothing leaves before it is known that it may: an attempt is written first. */
  async function leaving(entry: Entry): Promise<Leaving> {
    const before = entry.row.delivery;
    const written = await change(entry, states.sending(before, clock.now()));
    // It turned out to be decided already.
    if (!line.has(entry)) return 'held';
    const found = leavingOf(written, isUrgent(entry, line), deps.awayMs());
    if (found === 'unstored') deps.aside(entry.row);
    if (found !== 'held') return found;
    const { alerts, alertCount } = entry.row.delivery;
    entry.row = { ...entry.row, delivery: { ...before, alerts, alertCount } };
    entry.due = clock.monotonic() + HELD_MS;
    deps.heldBack(entry.row);
    return found;
  }

  async function deliver(entry: Entry, { destination, service, open }: Target): Promise<void> {
    const perMinute = Math.min(service.perMinute, destination.perMinute ?? service.perMinute);
    pace.take(clock.monotonic(), perMinute);
    // It is tried later in any case, also if the following lines fail.
    entry.due = clock.monotonic() + (retryWait(entry.row.delivery.attempts + 1, 0) ?? 0);
    opened ??= openSender(destination, open);
    const used = opened;
    const how = await leaving(entry);
    if (how === 'held') return;
    const { notice } = entry.row;
    const message: Message = {
      ...{ key: entry.row.delivery.id, threads: entry.row.threads, publicUrl: publicUrl() },
      notice: how === 'unstored' ? { ...notice, isUnstored: true } : notice,
    };
    const result = await attempt({ sender: used.sender, message, stopped: stopping.signal, clock });
    // The server stops: the next start finds the delivery as it is, and tries it again.
    if (!result) return;
    const { where, secrets } = used;
    if (where === undefined) closeSender();
    else entry.row = { ...entry.row, delivery: { ...entry.row.delivery, target: where } };
    await settle(entry, { ...result, ...changedWords(result, (words) => logWords(words, secrets)) });
    if (how === 'unstored') deps.aside(entry.row);
  }

  function openSender({ settings }: Destination, open: Target['open']): Opened {
    const secrets = secretsIn(settings);
    const sender = (async () => open())();
    const opening: Opened = { sender, secrets };
    sender
      .then(({ target: where }) => {
        opening.where = logWords(where, secrets);
      })
      .catch(() => {});
    return opening;
  }

  async function settle(entry: Entry, result: AttemptResult): Promise<unknown> {
    const { delivery } = entry.row;
    if (result.ok || result.lost) reached(entry.row);
    if (result.ok) {
      succeeded();
      return change(entry, states.sent(delivery, result, clock.now()));
    }
    if (target) failed(result.words);
    const now = clock.monotonic();
    if (result.retryAfterMs !== undefined) pace.wait(now + retryAfter(result.retryAfterMs));
    const wait = soonerWait(retryWait(delivery.attempts, now - entry.since, result.retryAfterMs), result);
    const next = states.failed(delivery, result, clock.now() + (wait ?? 0));
    const isFinal = result.refused === true || wait === undefined;
    const passage = target && deps.passOn(entry.row, { words: result.words, sentence: result.sentence, isFinal });
    if (passage)
      return change(entry, states.passedOn(next, { name: passage.to.name, sentence: passage.sentence }, clock.now()));
    if (isFinal || !target) return change(entry, states.givenUp(next, result, clock.now()));
    entry.due = now + wait;
    return change(entry, next);
  }

  /** It is tried again when a stand-in may take it, and not minutes later. */
  function soonerWait(wait: number | undefined, { retryAfterMs }: AttemptResult): number | undefined {
    const due = target && retryAfterMs === undefined ? deps.standInWait(target.destination) : undefined;
    if (wait === undefined || due === undefined || due <= 0) return wait;
    return Math.min(wait, Math.max(due, SHORTEST_WAIT_MS));
  }

  /** What is on its way is not interrupted. */
  function closeSender(): void {
    const closing = opened;
    opened = undefined;
    if (closing) void Promise.resolve(running).then(() => closed(closing));
  }
  const closed = ({ sender }: Opened): Promise<void> => sender.then((open) => open.close()).catch(() => {});

  return {
    line,
    wake,
    isStuck() {
      const next = target && !isStopped ? line.next() : undefined;
      if (!next) return false;
      return clock.monotonic() - Math.max(next.due, pace.next(), ended) > STUCK_MS;
    },
    follow(next) {
      if (next?.destination === target?.destination) return false;
      const isOther = target !== undefined;
      target = next;
      closeSender();
      if (next && isOther) {
        // What could not be delivered may be possible now.
        pace.reset();
        for (const entry of line.all()) entry.due = Math.min(entry.due, clock.monotonic());
      }
      wake();
      return isOther;
    },
    async stop() {
      isStopped = true;
      stopTimer();
      if (running) await within(STOP_MS, running);
      stopping.abort();
      await running;
      if (opened) await within(CLOSE_MS, closed(opened));
    },
  };

  async function within(ms: number, work: Promise<unknown>): Promise<void> {
    const over = Promise.withResolvers<void>();
    const stop = clock.after(ms, over.resolve);
    await Promise.race([work, over.promise]);
    stop();
  }
}
