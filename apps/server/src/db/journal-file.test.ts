// What the journal of changes guarantees over SQLite and PostgreSQL.
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import type { Backend } from './backend.ts';
import { DatabaseTrouble } from './database-trouble.ts';
import { type JournalFileOptions, type JournalRows, openJournalFile } from './journal-file.ts';
import { type JournalFilter, listKey } from './journal-rows.ts';
import { journalEntry, known } from './testing/journal-entries.ts';
import { noPostgres } from './testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from './testing/postgres-databases.ts';
import { START, tempDir } from './testing/temp-store.ts';

const cluster = postgresDatabases();
const DAY = 86_400_000;

function open(backend: Backend | undefined, more: Partial<JournalFileOptions> = {}) {
  const setAside = { leaveOut: () => {} };
  const own = { dataDir: tempDir(), clock: fakeClock(START), log: createLogger('silent'), setAside };
  const file = openJournalFile({ ...own, backend, ...more });
  onTestFinished(file.close);
  return file;
}
/** `place`: a new database, opened as often as it is called. */
const kinds: { name: string; reason?: string | undefined; place(): () => Promise<typeof open> }[] = [
  {
    name: 'SQLite',
    place() {
      const dataDir = tempDir();
      return async () => (_, more) => open(undefined, { dataDir, ...more });
    },
  },
  {
    name: 'PostgreSQL',
    reason: noPostgres,
    place() {
      const url = cluster().then(({ database }) => database());
      return async () => {
        const { server } = await openedPostgres(await url);
        return (_, more) => open(server.journal, more);
      };
    },
  },
];

const list = (rows: JournalRows, filter: JournalFilter = {}, limit = 1000) =>
  rows.list(filter, limit, 1000).then((found) => found.map(({ entry }) => entry.resource));

test.for(kinds)('over $name: entries are found by each filter, newest first, page by page', async (kind, { skip }) => {
  if (kind.reason !== undefined) return skip(kind.reason);
  const file = (await kind.place()())(undefined);
  await file.write(async (rows) => {
    for (const n of [1, 2, 3, 4]) await rows.add(journalEntry(`lab-${n}`, { at: START + n }));
    await rows.add(journalEntry('lab-5', { at: START, by: null, since: undefined, kind: 'storage', name: 'Ähre' }));
    await rows.add(
      journalEntry('lab-6', {
        at: START + 2,
        by: 'eve@pve',
        changes: [{ field: 'net0', before: null, after: '100%_' }],
      }),
    );
  });
  const found = await file.read(async (rows) => ({
    all: await list(rows),
    kind: await list(rows, { kind: 'storage' }),
    by: await list(rows, { by: 'eve@pve' }),
    name: await list(rows, { resource: 'lab-3.example' }),
    resource: await list(rows, { resource: 'lab-3' }),
    time: await list(rows, { from: START + 2, to: START + 3 }),
    text: [await list(rows, { q: '100%_' }), await list(rows, { q: 'MEMORY' }), await list(rows, { q: 'nothing' })],
    page: await list(rows, {}, 2),
    place: await rows.place({}, 2),
  }));
  expect(found).toMatchObject({
    ...{ all: ['lab-4', 'lab-3', 'lab-6', 'lab-2', 'lab-1', 'lab-5'], kind: ['lab-5'], by: ['lab-6'] },
    ...{ name: ['lab-3'], resource: ['lab-3'], time: ['lab-3', 'lab-6', 'lab-2'] },
    ...{ text: [['lab-6'], ['lab-4', 'lab-3', 'lab-2', 'lab-1', 'lab-5'], []], page: ['lab-4', 'lab-3'] },
  });
  expect(await file.read((rows) => list(rows, { before: found.place }, 2))).toEqual(['lab-6', 'lab-2']);
});

test.for(kinds)(
  'over $name: the last reading of a resource is there after a restart, until it is forgotten',
  async (kind, { skip }) => {
    if (kind.reason !== undefined) return skip(kind.reason);
    const opened = kind.place();
    const first = (await opened())(undefined);
    const times = new Map(Array.from({ length: 600 }, (_, n) => [`lab-${n}`, START + n] as const));
    await first.write(async (rows) => {
      for (const id of ['lab-1', 'lab-1/net0', 'lab-2']) await rows.keep(known(id), START);
      await rows.keepReadings(times);
      await rows.keepReadings(
        new Map([
          ['lab-1', START + 9],
          [listKey('lab/'), START],
        ]),
      );
    });
    await first.close();
    const second = (await opened())(undefined);
    await second.read(async (rows) => {
      expect(await rows.known('lab-1')).toEqual(known('lab-1'));
      expect(await rows.readings()).toEqual(new Map([...times, ['lab-1', START + 9], [listKey('lab/'), START]]));
      expect((await rows.listed('lab', 'guest', 'lab-1')).sort()).toEqual(['lab-1', 'lab-1/net0']);
    });
    await second.write((rows) => rows.forgetParts('lab-1'));
    expect(await second.read((rows) => rows.listed('lab', 'guest', ''))).toHaveLength(2);
    await second.write((rows) => rows.forgetInstance('lab'));
    await second.read(async (rows) => {
      expect([await rows.known('lab-1'), await rows.known('lab-2')]).toEqual([undefined, undefined]);
      expect((await rows.readings()).has(listKey('lab/'))).toBe(false);
    });
  },
);

test.for(kinds)('over $name: a transaction is whole or nothing, and old entries go', async (kind, { skip }) => {
  if (kind.reason !== undefined) return skip(kind.reason);
  const clock = fakeClock(START);
  const file = (await kind.place()())(undefined, { clock, keep: { keptMs: DAY, entries: 3 } });
  const broken = file.write(async (rows) => {
    await rows.add(journalEntry('lost'));
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  await file.write(async (rows) => {
    await rows.add(journalEntry('old', { at: START - 2 * DAY }));
    for (const n of [1, 2, 3, 4]) await rows.add(journalEntry(`lab-${n}`, { at: START + n }));
  });
  // A database on a server takes its own time for each step.
  for (let hour = 0; hour < 4; hour++) {
    await clock.advance(3_600_000);
    await file.read((rows) => list(rows));
  }
  expect(await file.read((rows) => list(rows))).toEqual(['lab-4', 'lab-3', 'lab-2']);
});

test('who waits for a database that is away does not wait for its silence again', async () => {
  const clock = fakeClock(START);
  const error = new DatabaseTrouble('db', { id: 'database.noAnswer', values: { words: 'timeout' } });
  let [asked, isAway] = [0, false];
  const change = (backend: Backend): Backend => ({
    ...backend,
    async begin() {
      if (isAway) asked++;
      if (isAway) throw error;
      await backend.begin();
    },
  });
  const file = open(undefined, { clock, change });
  const add = () => file.write((rows) => rows.add(journalEntry('lab-1')));
  isAway = true;
  const all = await Promise.allSettled([add(), add(), add()]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toBe(1);
  await clock.advance(5000);
  isAway = false;
  await add();
  expect(await file.read((rows) => list(rows))).toEqual(['lab-1']);
});
