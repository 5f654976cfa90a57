// What the store of alerts guarantees, over SQLite and PostgreSQL; and the file itself.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import type { AlertsStore, HistoryBounds, Occurrence } from './alerts-store.ts';
import type { Backend } from './backend.ts';
import { openDatabase } from './open.ts';
import { occurrence } from './testing/occurrences.ts';
import { openAlerts } from './testing/opened-alerts.ts';
import { noPostgres } from './testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from './testing/postgres-databases.ts';
import { START, tempDir } from './testing/temp-store.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

interface Setup {
  keep?: HistoryBounds;
  dataDir?: string;
}
interface Kind {
  name: string;
  /** Why it cannot be tested here. */
  reason?: string | undefined;
  /** A new database: what opens it each time. */
  make(): (setup: Setup) => Promise<AlertsStore>;
}

const cluster = postgresDatabases();
const log = createLogger('silent');
const kinds: Kind[] = [
  {
    name: 'SQLite',
    make() {
      const dir = tempDir();
      return ({ keep, dataDir = dir }) => openAlerts({ dataDir, clock, log, keep });
    },
  },
  {
    name: 'PostgreSQL',
    reason: noPostgres,
    make() {
      const dir = tempDir();
      const url = cluster().then(({ database }) => database());
      return async ({ keep, dataDir = dir }) => {
        const { server } = await openedPostgres(await url);
        return openAlerts({ dataDir, backend: server.alerts, clock, log, keep });
      };
    },
  },
];
let clock = fakeClock(START);
const ids = (rows: readonly Occurrence[]) => rows.map(({ id }) => id);
const all = (store: AlertsStore) => store.find({}, 1e6, 0).then(ids);

test('rows that are too old are removed within an hour after a full disk has space again', async () => {
  const refused: unknown[] = [];
  const time = fakeClock(START, (error) => refused.push(error));
  let isFull = false;
  const noRoom = Object.assign(new Error('no room'), { code: 'ENOSPC' });
  const change = (backend: Backend): Backend => ({
    ...backend,
    commit: () => (isFull ? Promise.reject(noRoom) : backend.commit()),
  });
  const keep = { rows: 10, retentionMs: DAY };
  const store = await openAlerts({ dataDir: tempDir(), clock: time, log: createLogger('silent'), keep, change });
  onTestFinished(store.close);
  await store.save([occurrence('old', { openedAt: START - 2 * DAY, resolvedAt: START - 2 * DAY }), occurrence('new')]);
  isFull = true;
  await time.advance(90 * MINUTE);
  expect(refused, 'a full disk is no defect').toEqual([]);
  expect(await all(store)).toEqual(['new', 'old']);
  isFull = false;
  await time.advance(60 * MINUTE);
  expect(await all(store)).toEqual(['new']);
});

test('a Docker agent that changes its name, with very many ended alerts does not push out the history of nodes', async () => {
  clock = fakeClock(START);
  const DIED = 'docker-container-state';
  const keep = { rows: 1000, retentionMs: DAY };
  const store = await openAlerts({ dataDir: tempDir(), clock, log: createLogger('silent'), keep });
  onTestFinished(store.close);
  const ended = (id: string, type: string, node: string, at: number): Occurrence => {
    const row = occurrence(id, { openedAt: at, resolvedAt: at });
    return { ...row, alert: { ...row.alert, type, node } };
  };
  await store.save(Array.from({ length: 100 }, (_, n) => ended(`quiet${n}`, 'cpu', 'pve1', START - MINUTE + n)));
  await store.save(Array.from({ length: 1600 }, (_, n) => ended(`noisy${n}`, DIED, `host${n}`, START + n)));
  await clock.advance(MINUTE);
  expect(await store.find({ node: 'pve1' }, 1e6, 0)).toHaveLength(100);
  const noisy = ids(await store.find({ type: DIED }, 1e6, 0));
  expect([noisy.length, noisy[0], noisy.at(-1)]).toEqual([900, 'noisy1599', 'noisy700']);
});

describe.each(kinds)('over $name', ({ reason, make }) => {
  beforeEach((context) => {
    if (reason !== undefined) context.skip(reason);
  });
  function setUp() {
    clock = fakeClock(START);
    const open = make();
    return async (setup: Setup = {}) => {
      const store = await open(setup);
      onTestFinished(store.close);
      return store;
    };
  }

  test('a long list comes in parts with time for others between them, and has the same rows, each once', async () => {
    const store = await setUp()();
    const rows = Array.from({ length: 1300 }, (_, n) =>
      // Many began at the same time.
      occurrence(`o${n}`, { openedAt: START + (n % 7), level: n % 3 === 0 ? 'critical' : 'warning' }),
    );
    await store.save(rows);
    for (const [filter, limit, offset] of [
      [{}, 10_000, 0],
      [{}, 500, 0],
      [{}, 777, 301],
      [{ level: 'critical' }, 1000, 10],
      [{ q: 'O12' }, 1000, 0],
      [{ q: 'no such text' }, 1000, 0],
    ] as const) {
      const parts: string[][] = [];
      const read = (async () => {
        for await (const part of store.pages(filter, limit, offset)) parts.push(ids(part));
      })();
      let isDone = false;
      void read.then(() => {
        isDone = true;
      });
      while (!isDone) await clock.advance(1);
      expect(parts.flat()).toEqual(ids(await store.find(filter, limit, offset)));
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(250);
    }
  });

  test('what was raised while a long list is read changes nothing in it', async () => {
    const store = await setUp()();
    await store.save(Array.from({ length: 600 }, (_, n) => occurrence(`o${n}`, { openedAt: START + n })));
    const before = await all(store);
    const found: string[] = [];
    const pages = store.pages({}, 10_000, 0);
    for (let n = 0; ; n++) {
      const next = pages.next();
      await clock.advance(1);
      const { value, done } = await next;
      if (done) break;
      found.push(...ids(value));
      await store.save([occurrence(`new${n}`, { openedAt: START + 10_000 + n })]);
    }
    expect(found).toEqual(before);
  });

  test('a saved occurrence is complete after a restart, with every change of it', async () => {
    const start = setUp();
    const store = await start();
    const row = occurrence('a', {
      ...{ resolvedAt: START + 5, reason: 'stopped', peak: 97, level: 'critical', notified: true },
      ...{
        changes: [{ at: '2026-01-02T03:04:05.000Z', kind: 'acknowledged', by: 'ann' }],
        known: { hold: { polls: 2 } },
      },
    });
    await store.save([occurrence('a'), occurrence('b')]);
    await store.save([row]);
    store.close();
    const again = await start();
    expect(await again.newest('alert of a')).toEqual(row);
    expect(await again.open()).toEqual([occurrence('b')]);
    expect(ids(await again.resolvedSince(START + 5))).toEqual(['a']);
    expect(await again.resolvedSince(START + 6)).toEqual([]);
  });

  test('history is newest first and in pages, and every filter leaves out what does not fit', async () => {
    const store = await setUp()();
    const rows = Array.from({ length: 50 }, (_, n) =>
      occurrence(
        `o${String(n).padStart(2, '0')}`,
        { openedAt: START + n },
        { resourceId: `dc-${n % 5}`, type: n % 2 ? 'cpu' : 'memory' },
      ),
    );
    const odd = occurrence(
      'odd',
      { openedAt: START + 99, level: 'critical' },
      { resourceName: '100%_full', node: 'pve9' },
    );
    await store.save([...rows, odd]);
    expect(await all(store)).toEqual(ids([odd, ...rows.toReversed()]));
    expect(ids(await store.find({}, 3, 2))).toEqual(['o48', 'o47', 'o46']);
    const found = async (filter: object) => ids(await store.find(filter, 1000, 0));
    expect(await found({ since: START + 10, until: START + 12 })).toEqual(['o11', 'o10']);
    expect(await found({ resource: 'dc-4', type: 'cpu' })).toEqual(['o49', 'o39', 'o29', 'o19', 'o09']);
    for (const filter of [{ level: 'critical' }, { node: 'pve9' }, { q: '0%_F' }])
      expect(await found(filter)).toEqual(['odd']);
    expect(await found({ q: '1%2' })).toEqual([]);
    const METADATA = { resourceType: 'guest', unit: 'percent', occurrence: 'o', list: 'vms' };
    const at = (instanceId: string) => ({
      resourceId: instanceId,
      metadata: { ...METADATA, instanceId },
      message: '"instanceId":"a"',
    });
    const [a, ab, quoted] = ['a', 'ab', 'a"b'].map((id) => occurrence(`of ${id}`, { openedAt: START - 1 }, at(id)));
    const site = occurrence('site', { openedAt: START - 2 }, { resourceId: 's' });
    await store.save([a, ab, quoted, site].filter((one) => one !== undefined));
    const within = (instances: string[], resources: string[] = []) => found({ within: { instances, resources } });
    expect(await within(['a'])).toEqual(['of a']);
    expect(await within(['ab', 'a"b', "'"], ['s'])).toEqual(['of ab', 'of a"b', 'site']);
    expect(await within([])).toEqual([]);
    expect(await found({ within: { instances: ['a', 'ab'], resources: [] }, q: 'AB' })).toEqual(['of ab']);
    expect(await found({ q: "'; DROP TABLE occurrences" })).toEqual([]);
  });

  test('the newest occurrence of an alert is found by the id of the alert, any by its own', async () => {
    const store = await setUp()();
    const one = { id: 'x/y z-cpu' };
    await store.save([occurrence('old', { openedAt: START }, one), occurrence('new', { openedAt: START + 1 }, one)]);
    expect([(await store.newest('x/y z-cpu'))?.id, (await store.newest('old'))?.id]).toEqual(['new', 'old']);
    expect(await store.newest('nothing')).toBeUndefined();
  });

  test('rows beyond the limit and rows that are too old are removed in steps; an active alert always stays', async () => {
    const store = await setUp()({ keep: { rows: 1000, retentionMs: DAY } });
    const old = Array.from({ length: 1200 }, (_, n) =>
      occurrence(`old${n}`, { openedAt: START + n, resolvedAt: START + n }),
    );
    const young = Array.from({ length: 1500 }, (_, n) =>
      occurrence(`young${n}`, { openedAt: START + DAY + n, resolvedAt: START + DAY + n }),
    );
    await store.save([...old, ...young, occurrence('active', { openedAt: START - DAY })]);
    clock.step(DAY + MINUTE);
    let left = await all(store);
    for (let step = 0; step < 20; step++) {
      await clock.advance(1000);
      // It waits for the step that is under way.
      left = await all(store);
    }
    expect(left.length).toBe(1000);
    expect(left.at(-1)).toBe('active');
    expect(left.filter((id) => id.startsWith('old'))).toEqual([]);
    expect(left[0]).toBe('young1499');
  });

  test('clearing the history removes all that ended and nothing that is active', async () => {
    const store = await setUp()();
    await store.save(Array.from({ length: 1700 }, (_, n) => occurrence(`o${n}`, n % 2 ? { resolvedAt: START } : {})));
    let isCleared = false;
    const cleared = store.clear().then(() => {
      isCleared = true;
    });
    while (!isCleared) await clock.advance(1);
    await cleared;
    expect([(await all(store)).length, await store.resolvedSince(0)]).toEqual([850, []]);
  });
});

describe('the file', () => {
  async function start(dataDir: string) {
    const lines: string[] = [];
    const store = await openAlerts({
      dataDir,
      clock: fakeClock(START),
      log: createLogger('info', (line) => lines.push(line)),
    });
    onTestFinished(store.close);
    return { store, lines };
  }
  const namesIn = (dir: string) => readdirSync(dir).filter((name) => name.startsWith('alerts') && name.endsWith('.db'));

  test.each<[string, (file: string) => void]>([
    ['that is no database', (file) => writeFileSync(file, 'something else, longer than a header'.repeat(100))],
    [
      'whose table is another one',
      (file) => {
        const db = openDatabase(file);
        db.exec('DROP TABLE occurrences; CREATE TABLE occurrences (id TEXT)');
        db.close();
      },
    ],
    ['that was cut off', (file) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
  ])('%s is set aside unchanged, and the message says so', async (_, damage) => {
    const dir = tempDir();
    const first = await start(dir);
    await first.store.save(Array.from({ length: 200 }, (_, n) => occurrence(`o${n}`)));
    expect(first.store.problems()).toEqual({});
    first.store.close();
    damage(path.join(dir, 'alerts.db'));
    const damaged = readFileSync(path.join(dir, 'alerts.db'));

    const { store, lines } = await start(dir);
    const kept = 'alerts-damaged-20260102T030405Z.db';
    expect(store.problems().alerts?.message).toContain(kept);
    expect(lines.join()).toContain(kept);
    expect(namesIn(dir)).toEqual([kept, 'alerts.db']);
    expect(readFileSync(path.join(dir, kept)).equals(damaged)).toBe(true);
    await store.save([occurrence('after')]);
    store.close();
    const again = await start(dir);
    expect([ids(await again.store.open()), again.store.problems()]).toEqual([['after'], {}]);
  });

  test('damage that is found while running is handled in the same way, and the data in memory can be saved again', async () => {
    const dir = tempDir();
    const { store } = await start(dir);
    await store.save([occurrence('lost')]);
    let losses = 0;
    store.onLoss(() => losses++);
    const other = openDatabase(path.join(dir, 'alerts.db'));
    other.exec('DROP TABLE occurrences');
    other.close();
    await store.save([occurrence('new')]);
    expect([await all(store), losses]).toEqual([['new'], 1]);
    expect(store.problems().alerts?.message).toContain('alerts-damaged-');
    expect(namesIn(dir).length).toBe(2);
  });

  test('only its owner can read it, and a start or an hour without alerts writes nothing to it', async () => {
    const dir = tempDir();
    clock = fakeClock(START);
    const store = await openAlerts({ dataDir: dir, clock, log: createLogger('silent') });
    onTestFinished(store.close);
    await store.save([occurrence('a'), occurrence('b', { resolvedAt: START })]);
    const files = ['alerts.db', 'alerts.db-wal'].map((name) => path.join(dir, name));
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = files.map((file) => readFileSync(file));
    await clock.advance(3 * 60 * MINUTE);
    await store.find({ q: 'a' }, 10, 0);
    expect(files.map((file) => readFileSync(file)).every((bytes, i) => bytes.equals(before[i] as Buffer))).toBe(true);
  });

  test('nothing that was saved is lost when the process is killed', async () => {
    const dir = tempDir();
    let next = 0;
    for (let kill = 0; kill < 8; kill++) next = (await killed(dir, next)) + 1;
    const { store } = await start(dir);
    expect(store.problems()).toEqual({});
    expect(next).toBeGreaterThan(8);
    for (let n = 0; n < next; n++) expect((await store.newest(`o${n}`))?.id).toBe(`o${n}`);
  });
});

/** Starts a process that saves numbered alerts, kills it at some moment, and returns the last number that it printed. */
async function killed(dataDir: string, first: number): Promise<number> {
  const writer = path.join(import.meta.dirname, 'testing', 'alerts-writer.ts');
  const child = spawn(process.execPath, [writer, dataDir, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = 2 + Math.random() * 30;
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
    if (said.split('\n').length > lines) child.kill('SIGKILL');
  });
  await new Promise<void>((done) => child.on('close', () => done()));
  return said.split('\n').slice(0, -1).map(Number).at(-1) ?? first - 1;
}

test('a file of an earlier version gets the index for searches when it is opened, and rows that cannot be read end no list', async () => {
  clock = fakeClock(START);
  const dataDir = tempDir();
  const open = () => openAlerts({ dataDir, clock, log: createLogger('silent') });
  const store = await open();
  await store.save(
    Array.from({ length: 600 }, (_, n) => occurrence(`o${n}`, { openedAt: START + n, resolvedAt: START + n })),
  );
  store.close();
  const file = openDatabase(path.join(dataDir, 'alerts.db'));
  file.exec('DROP INDEX occurrences_searched; CREATE INDEX occurrences_by_start ON occurrences (opened_at, id)');
  // More rows side by side than a page has, and the last row of a page.
  file.exec(`UPDATE occurrences SET entry = 'no JSON' WHERE opened_at < ${START + 580} AND opened_at >= ${START + 20}`);
  file.close();

  const again = await open();
  const found: string[] = [];
  const pages = again.pages({}, 10_000, 0);
  for (;;) {
    const next = pages.next();
    await clock.advance(1);
    const { value, done } = await next;
    if (done) break;
    found.push(...ids(value));
  }
  expect(found).toHaveLength(40);
  expect(again.problems()).toEqual({});
  again.close();
  const now = openDatabase(path.join(dataDir, 'alerts.db'));
  onTestFinished(() => now.close());
  const indexes = now.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index'`).all();
  const names = indexes.map(({ name }) => name);
  expect(names).toContain('occurrences_searched');
  expect(names).not.toContain('occurrences_by_start');
});
