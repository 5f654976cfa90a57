// What the store of the outbox guarantees over SQLite and PostgreSQL, and its file.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { openDatabase } from './open.ts';
import type { OutboxChanges, OutboxStore } from './outbox-store.ts';
import { notifiedRow, openDelivery } from './testing/deliveries.ts';
import { openOutboxFile } from './testing/opened-alerts.ts';
import { noPostgres } from './testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from './testing/postgres-databases.ts';
import { START, tempDir } from './testing/temp-store.ts';

const DAY = 86_400_000;

async function start(url?: string, dataDir = tempDir(), clock = fakeClock(START)) {
  const backend = url === undefined ? undefined : (await openedPostgres(url)).server.alerts;
  const store = await openOutboxFile({ dataDir, backend, clock, log: createLogger('silent') });
  onTestFinished(store.close);
  return { store, clock, dataDir, restart: () => start(url, dataDir, clock) };
}
const cluster = postgresDatabases();
/** `url`: the address of a new database, undefined for a file. */
const kinds: { name: string; reason?: string | undefined; url(): Promise<string | undefined> }[] = [
  { name: 'SQLite', url: async () => undefined },
  { name: 'PostgreSQL', reason: noPostgres, url: async () => (await cluster()).database() },
];
const save = (store: OutboxStore, changes: Partial<OutboxChanges>) =>
  store.save({ put: [], updated: [], notified: [], forgotten: [], ...changes });
const all = async (store: OutboxStore) => (await store.find({}, 1e6, 0)).map(({ id }) => id);

test.for(kinds)(
  'over $name: after a restart, what had not ended is there with its notice, in the order in which it was queued',
  async ({ reason, url }, { skip }) => {
    if (reason !== undefined) return skip(reason);
    const { store, restart } = await start(await url());
    const ended = openDelivery('ended');
    const rows = ['z', 'a', 'm'].map((id) => openDelivery(id, { occurrences: ['o1', 'o2'] }));
    await save(store, {
      put: [ended, ...rows],
      notified: [notifiedRow('o1'), notifiedRow('o2', 'email', { reached: true })],
    });
    const { delivery, ...content } = openDelivery('z', { occurrences: ['o1', 'o2'] });
    const failed = { ...delivery, state: 'failed' as const, attempts: 1, words: 'no route' };
    await save(store, {
      updated: [failed, { ...ended.delivery, state: 'sent', endedAt: iso(START) }],
      notified: [notifiedRow('o1', 'webhook:a', { reached: true })],
      forgotten: [{ destination: 'email', occurrence: 'o2' }],
    });
    store.close();
    const again = (await restart()).store;
    expect(await again.open()).toEqual([{ delivery: failed, ...content }, ...rows.slice(1)]);
    expect(await again.notified()).toEqual([notifiedRow('o1', 'webhook:a', { reached: true })]);
    expect(await all(again)).toEqual(['m', 'a', 'z', 'ended']);
  },
);

test('a delivery and the record of what its destination knows are written together or not at all', async () => {
  const { store, dataDir } = await start();
  const other = openDatabase(path.join(dataDir, 'alerts.db'));
  onTestFinished(() => other.close());
  other.exec(`CREATE TRIGGER full BEFORE INSERT ON told BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  await expect(save(store, { put: [openDelivery('a')], notified: [notifiedRow('o-a')] })).rejects.toThrow('no room');
  expect([await all(store), await store.notified()]).toEqual([[], []]);
});

test.for(kinds)(
  'over $name: the log is in pages, the newest first, and every filter leaves out what does not fit',
  async ({ reason, url }, { skip }) => {
    if (reason !== undefined) return skip(reason);
    const { store } = await start(await url());
    const rows = Array.from({ length: 20 }, (_, n) => openDelivery(`d${n}`, { to: n % 2 ? 'email' : 'webhook:b' }));
    const odd = openDelivery('odd', { to: 'webhook:x', occurrences: ['other', 'more'], state: 'sent', attempts: 1 });
    await save(store, { put: [...rows, odd] });
    const found = async (filter: object, limit = 100, offset = 0) =>
      (await store.find(filter, limit, offset)).map(({ id }) => id);
    expect(await found({}, 3, 1)).toEqual(['d19', 'd18', 'd17']);
    expect(await found({ destination: 'email' }, 2)).toEqual(['d19', 'd17']);
    expect(await found({ channel: 'webhook' }, 2)).toEqual(['odd', 'd18']);
    for (const filter of [{ state: 'sent' }, { alert: 'alert of more' }, { occurrence: 'other' }, { attempted: true }])
      expect(await found(filter)).toEqual(['odd']);
    expect(await found({ alert: "' OR 1" })).toEqual([]);
  },
);

test.for(kinds)(
  'over $name: what ended more than 30 days ago is removed with the alerts it names; what is open stays',
  async ({ reason, url }, { skip }) => {
    if (reason !== undefined) return skip(reason);
    const database = await url();
    const { store, clock, dataDir } = await start(database);
    const ended = { state: 'sent' as const, endedAt: iso(START) };
    const old = Array.from({ length: 1200 }, (_, n) => openDelivery(`old${n}`, ended));
    const young = openDelivery('young', { ...ended, endedAt: iso(START + 2 * DAY) });
    await save(store, { put: [openDelivery('open'), ...old, young] });
    clock.step(31 * DAY);
    for (let step = 0; step < 5; step++) {
      await clock.advance(1000);
      // It waits for the step that is under way.
      await all(store);
    }
    expect(await all(store)).toEqual(['young', 'open']);
    const count = 'SELECT count(*)::int AS n FROM delivery_alerts';
    const left =
      database === undefined
        ? openDatabase(path.join(dataDir, 'alerts.db')).prepare(count.replace('::int', '')).all()
        : (await (await cluster()).run(count, new URL(database).pathname.slice(1))).rows;
    expect(left).toEqual([{ n: 2 }]);
  },
);

/** A message for which this is the `step`-th about its occurrences. */
function stepped(id: string, step: number, ...given: [Parameters<typeof openDelivery>[1]]) {
  const { notice, ...row } = openDelivery(id, ...given);
  return { ...row, notice: { ...notice, alerts: notice.alerts.map((alert) => ({ ...alert, step })) } };
}

test.for(kinds)(
  'over $name: a decision that another delivery has is left out, and a message of nothing else is not stored',
  async ({ reason, url }, { skip }) => {
    if (reason !== undefined) return skip(reason);
    const { store } = await start(await url());
    const save1 = (row: ReturnType<typeof openDelivery>) => save(store, { put: [row] });
    expect(await save1(stepped('first', 1, { occurrences: ['o1'] }))).toEqual([]);
    expect(await save1(stepped('first', 1, { occurrences: ['o1'], state: 'sending' }))).toEqual([]);
    expect(await save1(stepped('same', 1, { occurrences: ['o1'] }))).toEqual([{ delivery: 'same', occurrence: 'o1' }]);
    expect(await save1(stepped('group', 1, { occurrences: ['o1', 'o2', 'o3'] }))).toEqual([
      { delivery: 'group', occurrence: 'o1' },
    ]);
    const others = [
      stepped('second', 2, { occurrences: ['o1'] }),
      stepped('elsewhere', 1, { occurrences: ['o1'], to: 'email' }),
      stepped('instead', 1, { occurrences: ['o1'], insteadOf: [{ id: 'email', name: 'E' }] }),
      openDelivery('of an earlier version', { occurrences: ['o1'] }),
    ];
    for (const row of others) expect(await save1(row)).toEqual([]);
    expect(
      (await store.open()).map((row) => [row.delivery.id, row.notice.alerts.map((one) => one.occurrence)]),
    ).toEqual([['first', ['o1']], ['group', ['o2', 'o3']], ...others.map(({ delivery }) => [delivery.id, ['o1']])]);
    expect((await store.find({ occurrence: 'o1', destination: 'webhook:a' }, 9, 0)).map(({ id }) => id)).not.toContain(
      'group',
    );
  },
);

test.for(kinds)(
  'over $name: what was given up may be decided again, and what was sent may not',
  async ({ reason, url }, { skip }) => {
    if (reason !== undefined) return skip(reason);
    const { store } = await start(await url());
    const row = stepped('first', 1, { occurrences: ['o1'] });
    const endedAt = iso(START);
    await save(store, { put: [row], updated: [{ ...row.delivery, state: 'given-up', endedAt }] });
    const again = stepped('again', 1, { occurrences: ['o1'] });
    expect(await save(store, { put: [again], updated: [{ ...again.delivery, state: 'sent', endedAt }] })).toEqual([]);
    expect(await save(store, { put: [stepped('third', 1, { occurrences: ['o1'] })] })).toHaveLength(1);
    expect(await all(store)).toEqual(['again', 'first']);
  },
);

test('only its owner can read the file, and a delivery that ended leaves no notice in it', async () => {
  const { store, dataDir } = await start();
  const { delivery, ...content } = openDelivery('a');
  await save(store, { put: [{ delivery, ...content }] });
  for (const name of readdirSync(dataDir)) expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
  await save(store, { updated: [{ ...delivery, state: 'sent', endedAt: iso(START) }] });
  const other = openDatabase(path.join(dataDir, 'alerts.db'));
  onTestFinished(() => other.close());
  expect(other.prepare('SELECT notice, threads FROM deliveries').all()).toEqual([{ notice: null, threads: null }]);
});
