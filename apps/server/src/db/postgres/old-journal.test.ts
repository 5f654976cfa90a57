// A database from before the journal was in it: the first start with this version takes the entries of the old file over, once.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { openJournalFile } from '../journal-file.ts';
import { journalMigrations } from '../journal-rows.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { journalEntry, known } from '../testing/journal-entries.ts';
import { noPostgres } from '../testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../testing/postgres-databases.ts';
import { START, tempDir } from '../testing/temp-store.ts';
import type { OpenedPostgres } from './open-postgres.ts';

const cluster = postgresDatabases();
const silent = createLogger('silent');
const clock = fakeClock(START);
const setAside = { leaveOut: () => {} };

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

/** As a version left it that did not know the journal in there. */
async function before() {
  const { database, run } = await cluster();
  const url = await database();
  await closed(await openedPostgres(url));
  await run(
    `DROP TABLE entries, known, readings, runs; DELETE FROM belfry_parts WHERE part = 'journal'`,
    new URL(url).pathname.slice(1),
  );
  return url;
}

async function closed({ backend, server }: OpenedPostgres) {
  for (const each of [backend, server.alerts, server.exportQueue, server.journal]) await each.close();
}

async function start(url: string, dataDir: string) {
  const lines: string[] = [];
  const opened = await openedPostgres(url, { dataDir, log: createLogger('info', (line) => lines.push(line)) });
  const file = openJournalFile({ dataDir, clock, log: silent, setAside, backend: opened.server.journal });
  const close = () => closed(opened);
  onTestFinished(close);
  const entries = () => file.read((rows) => rows.list({}, 100, 100));
  return { file, lines, close, ids: async () => (await entries()).map(({ entry }) => `${entry.id} ${entry.resource}`) };
}

async function oldFile(count: number) {
  const dataDir = tempDir();
  const file = openJournalFile({ dataDir, clock, log: silent, setAside });
  await file.write(async (rows) => {
    for (let n = 1; n <= count; n++) await rows.add(journalEntry(`lab-${n}`, { at: START + n }));
    await rows.keep(known('lab-1'), START);
    await rows.keepReadings(new Map([['lab-1', START]]));
  });
  await file.close();
  return dataDir;
}

test('entries and the last readings are taken over once, new entries follow them, and the file stays', async () => {
  const [url, dataDir] = [await before(), await oldFile(3)];
  const first = await start(url, dataDir);
  const three = ['3 lab-3', '2 lab-2', '1 lab-1'];
  expect(await first.ids()).toEqual(three);
  expect(first.lines.join()).toContain('the journal of changes was taken over from its file');
  await first.file.write((rows) => rows.add(journalEntry('lab-4', { at: START + 4 })));
  expect(await first.file.read((rows) => rows.known('lab-1'))).toMatchObject({ settings: { memory: '8192' } });
  expect(await first.file.read((rows) => rows.readings())).toEqual(new Map([['lab-1', START]]));
  await first.close();
  const again = await start(url, dataDir);
  expect(await again.ids()).toEqual(['4 lab-4', ...three]);
  expect(again.lines.join()).not.toContain('taken over');
  // nor does a second server add its own
  await again.close();
  expect(await (await start(url, await oldFile(9))).ids()).toEqual(['4 lab-4', ...three]);
  expect(existsSync(path.join(dataDir, 'journal.db'))).toBe(true);
});

test('the file of an older version is taken over as well, and stays of that version', async () => {
  const [url, dataDir] = [await before(), tempDir()];
  const place = path.join(dataDir, 'journal.db');
  const db = openDatabase(place);
  migrate(db, { name: 'journal', migrations: journalMigrations.slice(0, 1), backups: undefined, at: 0 });
  db.exec(`INSERT INTO entries (at, resource, instance, name, kind, event, source, changes)
    VALUES (1, 'lab-7', 'lab', 'x', 'guest', 'changed', 'readings', '[]')`);
  db.close();
  expect(await (await start(url, dataDir)).ids()).toEqual(['1 lab-7']);
  const after = openDatabase(place);
  expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  after.close();
});

test.each([
  ['no file', undefined],
  ['a damaged file', 'no database'],
])('with %s the server starts and says so, and its journal starts empty', async (_, content) => {
  const [url, dataDir] = [await before(), tempDir()];
  if (content !== undefined) writeFileSync(path.join(dataDir, 'journal.db'), content);
  const { ids, lines, file, close } = await start(url, dataDir);
  expect(await ids()).toEqual([]);
  expect(lines.join().includes('cannot be taken over from')).toBe(content !== undefined);
  await file.write((rows) => rows.add(journalEntry('lab-1')));
  await close();
  const again = await start(url, dataDir);
  expect(await again.ids()).toEqual(['1 lab-1']);
  expect(again.lines).toEqual([]);
});
