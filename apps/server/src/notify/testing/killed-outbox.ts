// Raises and ends numbered alerts at four destinations until the process is killed, and prints each number once it is stored. With
// `drain` it raises no more, and ends when nothing is open.
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Alert } from '@belfry/schema/entities/alert';
import { everything } from '@belfry/schema/notifications/everything';
import { createAlertWrites } from '../../db/alert-writes.ts';
import { openAlertsFile } from '../../db/alerts-file.ts';
import type { Occurrence } from '../../db/alerts-store.ts';
import { createDisk } from '../../db/disk.ts';
import type { Notified } from '../../db/outbox-store.ts';
import { systemClock as clock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import type { Destination } from '../destination.ts';
import type { Notice, NoticeKind } from '../notice.ts';
import type { SendResult, Service } from '../notifier.ts';
import { openOutbox, type QueueEntry } from '../outbox/outbox.ts';

const [, , dataDir = '', receiver = '', life = '', mode = ''] = process.argv;
const log = createLogger('silent');
const file = openAlertsFile({ dataDir, clock, log });
const store = file.outbox;
const destinations: Destination[] = ['a', 'b', 'c', 'd'].map((id) => ({
  ...{ id: `webhook:${id}`, channel: 'webhook', service: 'http', name: id, enabled: true, routing: everything },
  ...{ resolutions: true, settings: id },
}));

let waiting = 0;
const http: Service<unknown> = {
  ...{ key: 'http', title: 'HTTP', perMinute: 600_000 },
  open: (settings) => ({
    target: receiver,
    close: async () => {},
    async send({ key, notice }, signal): Promise<SendResult> {
      const body = JSON.stringify({
        ...{ life, to: settings, kind: notice.kind },
        occurrences: notice.alerts.map(({ occurrence }) => occurrence),
      });
      const headers = { 'idempotency-key': key };
      try {
        const { ok, status } = await fetch(receiver, { method: 'POST', headers, body, signal });
        if (ok) waiting--;
        return { ok, status, words: '' };
      } catch (error) {
        return { ok: false, words: String(error), lost: true };
      }
    },
  }),
};
const unused = (): never => {
  throw new Error('This service has its own requests.');
};
const onDefect = (error: unknown): never => {
  throw error;
};
const disk = createDisk({ dataDir, probeDatabase: async () => {}, clock, log });
const writes = createAlertWrites({ file, disk, onDefect });
/** The alerts that the history has to write, as in the product. */
const raised = new Map<string, Occurrence>();
writes.occurrences({
  take() {
    const rows = [...raised.values()];
    const written = () => {
      for (const { id } of rows) raised.delete(id);
    };
    return rows.length === 0 ? undefined : { rows, written };
  },
  refused() {},
});
const outbox = await openOutbox({
  ...{ store, clock, log, publicUrl: () => '', services: new Map([['http', http]]) },
  writes,
  destinations: { list: () => destinations, onChange: () => {} },
  service: { clock, log, request: unused, connect: unused },
  changeBefore: async () => undefined,
  forecastFor: async () => undefined,
  onDefect,
});

const alertOf = (n: number): Alert => ({
  ...{ id: `alert ${n}`, type: 'cpu', level: 'warning', resourceId: 'a', resourceName: 'a', node: 'a', instance: 'a' },
  ...{ message: 'x'.repeat(n % 1500), value: 0, threshold: 0, startTime: '', acknowledged: false },
});
const notice = (kind: NoticeKind, n: number): Notice => ({
  ...{ kind, at: clock.now(), alerts: [{ alert: alertOf(n), occurrence: String(n), duration: 0 }] },
});

/** What the planner does otherwise: it decides by the earlier messages. */
const notified = new Map(outbox.notified.map((row) => [`${row.destination} ${row.occurrence}`, row]));
const numbers = [...notified.values()].map(({ occurrence }) => Number(occurrence));
let next = Math.max(-1, ...numbers) + 1;
const MAX_ACTIVE = 10;
const KEPT = 50;
const MAX_WAITING = 100;

function step(isRaising: boolean): void {
  const entries: QueueEntry[] = [];
  const put: Notified[] = [];
  const remove: Notified[] = [];
  const keep = (row: Notified) => {
    notified.set(`${row.destination} ${row.occurrence}`, row);
    put.push(row);
  };
  for (const row of notified.values()) {
    const n = Number(row.occurrence);
    const destination = destinations.find(({ id }) => id === row.destination);
    if (row.endedAt !== undefined && n < next - KEPT) {
      notified.delete(`${row.destination} ${row.occurrence}`);
      remove.push(row);
    } else if (row.endedAt === undefined && destination && (n < next - MAX_ACTIVE || !isRaising)) {
      // One in five ends before its message must be sent.
      const state = n % 5 === 0 ? outbox.withdraw(row.occurrence, row.destination) : 'notified';
      if (state === 'sending') continue;
      if (state === 'withdrawn') waiting--;
      else {
        entries.push({ notice: notice('resolved', n), destination });
        waiting++;
      }
      keep({ ...row, endedAt: clock.now() });
    }
  }
  if (isRaising) {
    const n = next++;
    raised.set(String(n), {
      ...{ id: String(n), alert: alertOf(n), level: 'warning', peak: 0, openedAt: n, notified: false },
      ...{ changes: [], known: {} },
    });
    for (const destination of destinations) {
      entries.push({ notice: notice('raised', n), destination });
      waiting++;
      const { id } = destination;
      keep({
        ...{ destination: id, occurrence: String(n), alert: alertOf(n), level: 'warning', flapping: false },
        ...{ escalation: 0, times: [clock.now()] },
      });
    }
  }
  outbox.queue(entries, { put, remove });
}

outbox.start();
if (mode === 'drain') {
  do {
    step(false);
    await pause(50);
  } while ((await store.open()).length > 0 || [...notified.values()].some(({ endedAt }) => endedAt === undefined));
  await outbox.stop();
  await file.close();
} else {
  for (;;) {
    if (waiting < MAX_WAITING) {
      step(true);
      await outbox.settled();
      writeSync(1, `${next - 1}\n`);
    }
    await pause(2);
  }
}
