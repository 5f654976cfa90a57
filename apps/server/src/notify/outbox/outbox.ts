// The notices that are being sent. The planner puts them here and does not keep them.

import { randomUUID } from 'node:crypto';
import { english } from '@belfry/domain/sentences/english';
import type { Delivery } from '@belfry/schema/notifications/delivery';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { AlertWrites, Written } from '../../db/alert-writes.ts';
import type { Double, Notified, NotifiedRow, OpenDelivery, OutboxStore } from '../../db/outbox-store.ts';
import type { Clock } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import { joined } from '../../lib/joined.ts';
import type { Logger } from '../../lib/logger.ts';
import { orBare } from '../bare.ts';
import type { Destination, Destinations } from '../destination.ts';
import type { Notice } from '../notice.ts';
import { notifiedKey } from '../notified.ts';
import type { Sender, Service, ServiceDeps } from '../notifier.ts';
import { ownWords } from '../own-words.ts';
import { type ChangeBefore, type ForecastFor, preceding } from '../preceding.ts';
import { speaking } from '../speaking.ts';
import * as states from './delivery.ts';
import { createFailing } from './failing.ts';
import { createJournal } from './journal.ts';
import { AWAY_MS } from './leaving.ts';
import type { Entry } from './line.ts';
import { type Failure, type Passage, passageOf, standInWait } from './stand-in.ts';
import { createWays, type Way } from './ways.ts';
import { createWorker, type Worker } from './worker.ts';

export interface QueueEntry {
  notice: Notice;
  destination: Destination;
}

/** Rows to keep, each replaces that of its destination and occurrence, and rows to remove. */
interface NotifiedChanges {
  put: readonly Notified[];
  remove: readonly Pick<Notified, 'destination' | 'occurrence'>[];
}

/**
 * What became of the messages about an occurrence. `withdrawn`: none has left and none will, because those that waited were removed
 * (also from notices about several alerts). `notified`: at least one has left, or may have: an attempt whose answer was lost counts. Those
 * that still waited were removed. `sending`: one is on its way just now; ask again.
 */
type Withdrawal = 'withdrawn' | 'notified' | 'sending';

/** Its methods return at once: memory comes first, and the disk follows. What is asked in one turn is written in one transaction. */
export type Outbox = Awaited<ReturnType<typeof openOutbox>>;

export interface OutboxDeps {
  store: Pick<OutboxStore, 'open' | 'notified' | 'onLoss' | 'problems'>;
  writes: Pick<AlertWrites, 'messages' | 'write' | 'awayMs' | 'aside'>;
  destinations: Destinations;
  services: ReadonlyMap<string, Service<unknown>>;
  service: ServiceDeps;
  /** Where browsers find Belfry. Empty when it is not known. */
  publicUrl(): string;
  /** A message has arrived. */
  sent?(delivery: Delivery, notice: Notice): void;
  /** The last change before an alert began, from the journal. */
  changeBefore: ChangeBefore;
  forecastFor: ForecastFor;
  onDefect: OnDefect;
  clock: Clock;
  log: Logger;
}

/** Beyond that the oldest message is given up, of the destination with the most of them: the others go on. */
const MAX_OPEN = 10_000;

export async function openOutbox(deps: OutboxDeps) {
  const { store, writes, destinations, services, publicUrl, changeBefore, forecastFor, onDefect, clock, log } = deps;
  const journal = createJournal(writes, dropped);
  const failing = createFailing({ isWaiting: (id) => (workers.get(id)?.line.size ?? 0) > 0, clock, log });
  const notified = new Map<string, NotifiedRow>(
    (await store.notified()).map((row) => [notifiedKey(row.notified), row]),
  );
  const workers = new Map<string, Worker>();
  let isStarted = false;
  let refused: Written = 'stored';
  let open = 0;

  /** Logs once what becomes of messages while nothing is stored. A database that is known to be away is not waited for. */
  async function written(): Promise<Written> {
    const result = (writes.awayMs() ?? 0) >= AWAY_MS ? 'database' : await journal.written();
    const words = consequence[result];
    if (words !== undefined && words !== consequence[refused]) log.warn(words);
    refused = result;
    return result;
  }

  /** Another delivery says the same: one of this server before it lost what it knew, or one of another server. */
  function dropped(doubles: readonly Double[]): void {
    for (const { delivery, occurrence } of doubles)
      for (const [destination, { line }] of workers) {
        const entry = line.about(occurrence).find(({ row }) => row.delivery.id === delivery);
        if (!entry) continue;
        log.warn({ delivery, destination, occurrence }, 'a notification was decided before, and is not sent again');
        const { row } = entry;
        const about = row.notice.alerts.filter((alert) => alert.occurrence === occurrence);
        reached({ ...row, notice: { ...row.notice, alerts: about } });
        if (about.length < row.notice.alerts.length) {
          line.detach(entry, occurrence);
          entry.row = states.without(row, occurrence);
        } else {
          line.remove(entry);
          open--;
        }
      }
  }

  function noted(row: OpenDelivery): Promise<Written> {
    if (row.delivery.endedAt !== undefined) open--;
    journal.update(row);
    return written();
  }

  function changed(row: OpenDelivery): Promise<Written> {
    const { id, destination, state, standIn, words } = row.delivery;
    if (state === 'sent') deps.sent?.(row.delivery, row.notice);
    if (state === 'given-up' && standIn === undefined)
      log.warn({ delivery: id, destination, words }, 'a notification was given up');
    return noted(row);
  }

  function reached({ delivery, notice }: OpenDelivery): void {
    const { id: own } = delivery.destination;
    for (const { occurrence } of notice.alerts)
      for (const destination of [own, ...(delivery.insteadOf ?? []).map(({ id }) => id)]) {
        const row = notified.get(notifiedKey({ destination, occurrence }));
        const via = row?.notified.via;
        const isNew = via !== undefined && !via.isBoth && destination === own;
        if (!row || (row.reached && !isNew)) continue;
        keepNotified({
          ...row,
          reached: true,
          notified: isNew ? withVia(row, { ...via, isBoth: true }) : row.notified,
        });
      }
  }

  const withVia = ({ notified: record }: NotifiedRow, via: Notified['via']): Notified =>
    via ? { ...record, via } : record;

  function keepNotified(row: NotifiedRow): void {
    notified.set(notifiedKey(row.notified), row);
    journal.notified(row);
  }

  function workerOf({ id, name }: Pick<Destination, 'id' | 'name'>): Worker {
    const known = workers.get(id);
    if (known) return known;
    const worker = createWorker({
      ...{ changed, reached, publicUrl, onDefect, clock },
      heldBack: journal.update,
      aside: writes.aside,
      awayMs: writes.awayMs,
      succeeded: () => failing.succeeded(id),
      failed: (words) => failing.failed({ id, name }, words),
      passOn,
      standInWait: (destination) => standInWait(destination, failing),
    });
    workers.set(id, worker);
    return worker;
  }

  function add(row: OpenDelivery, ageMs = 0, waitMs = 0): void {
    const now = clock.monotonic();
    open++;
    workerOf(row.delivery.destination).line.add({ row, due: now + waitMs, since: now - ageMs });
  }

  /** Each alert has the number of its message to this destination, so that a decision is the same on every server that makes it. */
  function numbered(notice: Notice, { id: destination }: Destination): Notice {
    const stepOf = (occurrence: string) =>
      (notified.get(notifiedKey({ destination, occurrence }))?.notified.steps ?? 0) + 1;
    return { ...notice, alerts: notice.alerts.map((alert) => ({ ...alert, step: stepOf(alert.occurrence) })) };
  }

  const find = (id: string) => destinations.list().find((one) => one.id === id);
  const ways = createWays({ destinations: destinations.list, find, notified });

  /** A new message to this destination. `first`: by destination and occurrence, the id of the first delivery, for threads. */
  function putNew({ notice, destination, insteadOf, knownBy = [] }: Way, first?: Map<string, string>): string {
    const id = randomUUID();
    const threads: Record<string, string> = {};
    for (const { occurrence } of notice.alerts) {
      const key = notifiedKey({ destination: destination.id, occurrence });
      threads[occurrence] =
        notified.get(key)?.first ?? ways.viaOf(insteadOf, occurrence)?.first ?? first?.get(key) ?? id;
      first?.set(key, threads[occurrence]);
    }
    const delivery: Delivery = {
      ...states.queued(id, notice, destination, clock.now()),
      ...(insteadOf && { insteadOf }),
      ...(knownBy.length > 0 && { knownBy }),
    };
    const row = { delivery, notice, threads };
    journal.put(row);
    add(row);
    return id;
  }

  function passOn(row: OpenDelivery, failure: Failure): Passage | undefined {
    const passage = passageOf(row, failure, { find, failing, isNotified: ways.isNotified });
    if (!passage) return undefined;
    const { to, from, notice, sentence } = passage;
    log.warn({ delivery: row.delivery.id, to: to.name, words: english(sentence) }, 'a stand-in gets a notification');
    const id = notice ? putNew({ notice, destination: to, insteadOf: [...from] }) : row.delivery.id;
    const [origin = row.delivery.destination] = from;
    for (const { occurrence } of row.notice.alerts) {
      const known = notified.get(notifiedKey({ destination: origin.id, occurrence }));
      if (!known) continue;
      const before = known.notified.via;
      const first = before?.destination === to.id ? before.first : id;
      const via = { destination: to.id, first, isBoth: before?.isBoth ?? known.reached };
      keepNotified({ ...known, notified: withVia(known, via) });
    }
    keepBounds();
    follow();
    workers.get(to.id)?.wake();
    return passage;
  }

  /** The messages about an occurrence that were made for a destination, with those that another one is sent in its place. */
  function about(occurrence: string, destination: string): { worker: Worker; entry: Entry }[] {
    const own = workers.get(destination);
    const via = workers.get(notified.get(notifiedKey({ destination, occurrence }))?.notified.via?.destination ?? '');
    const entriesOf = (worker: Worker | undefined) =>
      worker?.line.about(occurrence).map((entry) => ({ worker, entry })) ?? [];
    const isFor = ({ entry }: { entry: Entry }) => entry.row.delivery.insteadOf?.some(({ id }) => id === destination);
    return [...entriesOf(own), ...(via === own ? [] : entriesOf(via).filter(isFor))];
  }

  function giveUp(worker: Worker, entry: Entry, reason: Sentence): void {
    worker.line.remove(entry);
    entry.row = { ...entry.row, delivery: states.givenUp(entry.row.delivery, ownWords(reason), clock.now()) };
    void noted(entry.row);
  }

  const waiting = (worker: Worker) => worker.line.all().filter(({ row }) => row.delivery.state !== 'sending');

  function keepBounds(): void {
    const surplus = open - MAX_OPEN;
    if (surplus > 0) log.warn({ surplus }, 'too many notifications wait: the oldest are given up');
    while (open > MAX_OPEN) {
      const [longest] = [...workers.values()].sort((a, b) => b.line.size - a.line.size);
      const [oldest] = longest ? waiting(longest) : [];
      if (!longest || !oldest) return;
      giveUp(longest, oldest, { id: 'delivery.tooMany', values: { limit: MAX_OPEN } });
    }
  }

  function follow(): void {
    if (!isStarted) return;
    const configured = new Map(destinations.list().map((one) => [one.id, one]));
    for (const [id, worker] of workers) {
      const destination = configured.get(id);
      const service = destination && services.get(destination.service);
      const reason = whyNot(destination, service);
      const isOther = worker.follow(
        destination && service && reason === undefined
          ? {
              destination,
              service,
              async open() {
                const plain = await service.open(destination.settings, deps.service);
                const full = async (sender: Sender) =>
                  preceding(await speaking(sender, destination.language), { changeBefore, forecastFor, clock });
                return orBare(plain, full, onDefect);
              },
            }
          : undefined,
      );
      if (isOther || reason !== undefined) failing.forget(id);
      if (reason === undefined) continue;
      const left = waiting(worker);
      for (const entry of left) giveUp(worker, entry, reason);
      if (left.length > 0)
        log.warn({ destination: id, reason: english(reason), messages: left.length }, 'notifications were given up');
      if (worker.line.size === 0) workers.delete(id);
    }
  }

  for (const row of await store.open()) add(...resumed(row));

  /** What was on its way when the server stopped is tried once more, with the same id. */
  function resumed(row: OpenDelivery): [OpenDelivery, number, number] {
    const { delivery } = row;
    const now = clock.now();
    const ageMs = Math.max(0, now - Date.parse(delivery.createdAt));
    if (delivery.state === 'sending') {
      const lost = states.failed(delivery, { ok: false, ...ownWords({ id: 'delivery.lost' }), lost: true }, now);
      log.warn({ delivery: delivery.id, destination: delivery.destination }, 'answer lost: sending once more');
      const again = { ...row, delivery: lost };
      reached(again);
      journal.update(again);
      return [again, ageMs, 0];
    }
    if (delivery.state === 'failed') failing.failed(delivery.destination, delivery.words ?? '', ageMs);
    const waitMs = delivery.nextAttemptAt === undefined ? 0 : Date.parse(delivery.nextAttemptAt) - now;
    return [row, ageMs, Math.min(Math.max(0, waitMs), MAX_WAIT_MS)];
  }

  store.onLoss(() => {
    for (const worker of workers.values()) for (const { row } of worker.line.all()) journal.put(row);
    for (const row of notified.values()) journal.notified(row);
    void written();
  });
  destinations.onChange(follow);

  return {
    /** All rows that were kept, read at the start. */
    notified: [...notified.values()].map((row) => row.notified),
    /** A notice is sent only after its row and the rows of `notified` are on the disk, or the disk has refused them. */
    queue(entries: readonly QueueEntry[], changes: NotifiedChanges) {
      const first = new Map<string, string>();
      const all = entries.flatMap(({ notice, destination }) => ways.waysOf(numbered(notice, destination), destination));
      for (const entry of all) putNew(entry, first);
      for (const row of changes.put) {
        const key = notifiedKey(row);
        const known = notified.get(key);
        const reached = known?.reached ?? false;
        const steps = (known?.notified.steps ?? 0) + 1;
        const kept = { notified: { ...row, steps }, first: known?.first ?? first.get(key), reached };
        keepNotified({ ...kept, notified: withVia(kept, known?.notified.via) });
      }
      for (const key of changes.remove) {
        notified.delete(notifiedKey(key));
        journal.forget(key);
      }
      keepBounds();
      void written();
      follow();
      for (const { destination } of all) workers.get(destination.id)?.wake();
    },
    /** The alert has ended: messages about it that wait are pointless. */
    withdraw(occurrence: string, destination: string): Withdrawal {
      const found = about(occurrence, destination);
      if (found.some(({ entry: { row } }) => row.delivery.state === 'sending')) return 'sending';
      for (const { worker, entry } of found) {
        if (entry.row.notice.alerts.some((alert) => alert.occurrence !== occurrence)) {
          worker.line.detach(entry, occurrence);
          entry.row = states.without(entry.row, occurrence);
          journal.put(entry.row);
        } else giveUp(worker, entry, { id: 'delivery.ended' });
      }
      void written();
      for (const { worker } of found) worker.wake();
      return notified.get(notifiedKey({ destination, occurrence }))?.reached ? 'notified' : 'withdrawn';
    },
    /** Whether a message about it to this destination has not arrived yet. */
    isWaiting: (occurrence: string, destination: string): boolean => about(occurrence, destination).length > 0,
    /** Destinations that could not be delivered to for ten minutes, and a damaged file. The same object while nothing changes. */
    problems: joined(store.problems, failing.problems),
    /** A message has been due for minutes, and nothing tries to send it. */
    isStuck: (): boolean => isStarted && [...workers.values()].some((worker) => worker.isStuck()),
    /** Begins to send. */
    start() {
      isStarted = true;
      follow();
    },
    /** Ends within seconds. What is on its way then is tried again at the next start. */
    async stop() {
      isStarted = false;
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await written();
    },
    /** Resolves when all that happened is on the disk, or the disk does not accept it now. */
    settled: written,
  };
}

const MAX_WAIT_MS = 3_600_000;

const consequence: Partial<Record<Written, string>> = {
  disk: 'The disk does not accept the outbox. Notifications are sent all the same, from memory.',
  defect: 'The outbox cannot be stored. Notifications are sent all the same, from memory.',
  database:
    'The database does not accept the outbox. Notifications wait for it. After 30 seconds critical ones are sent without it.',
  lease: 'Another server may be the active one. No notification is sent.',
};

function whyNot(destination: Destination | undefined, service: Service<unknown> | undefined): Sentence | undefined {
  if (!destination) return { id: 'delivery.removed' };
  if (!destination.enabled) return { id: 'delivery.disabled' };
  return service ? undefined : { id: 'delivery.unknownService', values: { service: destination.service } };
}
