// Old rows are removed later when a database does not answer, and nothing is taken for a fault of the program.
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { openAlertsFile } from './alerts-file.ts';
import { openJournalFile } from './journal-file.ts';
import { startPruning } from './pruning.ts';
import { journalEntry } from './testing/journal-entries.ts';
import { occurrence } from './testing/occurrences.ts';
import { noPostgres } from './testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from './testing/postgres-databases.ts';
import { START, tempDir } from './testing/temp-store.ts';

const cluster = postgresDatabases();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('while PostgreSQL is away nothing is removed and nothing throws, and an hour after it is back the old rows are gone', async ({
  skip,
}) => {
  if (noPostgres !== undefined) return skip(noPostgres);
  const { database, stop, start } = await cluster();
  const { server } = await openedPostgres(await database());
  const thrown: unknown[] = [];
  const clock = fakeClock(START, (error) => thrown.push(error));
  const options = { dataDir: tempDir(), clock, log: createLogger('silent') };
  const file = openAlertsFile({ ...options, backend: server.alerts, keep: { rows: 10, retentionMs: DAY } });
  const setAside = { leaveOut: () => {} };
  const journal = openJournalFile({
    ...options,
    backend: server.journal,
    setAside,
    keep: { keptMs: DAY, entries: 10 },
  });
  onTestFinished(() => Promise.all([file.close(), journal.close()]).then(() => {}));
  const kept = async () => [
    (await file.alerts.find({}, 10, 0)).map(({ id }) => id),
    (await journal.read((rows) => rows.list({}, 10, 10))).map(({ entry }) => entry.resource),
  ];
  const old = START - 2 * DAY;
  await file.alerts.save([occurrence('old', { openedAt: old, resolvedAt: old }), occurrence('new')]);
  await journal.write(async (rows) => {
    await rows.add(journalEntry('old', { at: old }));
    await rows.add(journalEntry('new'));
  });

  await stop();
  await clock.advance(3 * HOUR);
  expect(thrown).toEqual([]);
  await start();
  expect(await kept()).toEqual([
    ['new', 'old'],
    ['new', 'old'],
  ]);
  await clock.advance(HOUR);
  await expect.poll(kept).toEqual([['new'], ['new']]);
  expect(thrown).toEqual([]);
});

test('a mistake in a statement is thrown, and it is tried again', async () => {
  const thrown: unknown[] = [];
  const clock = fakeClock(START, (error) => thrown.push(error));
  let asked = 0;
  const mistake = new Error('no such column');
  onTestFinished(
    startPruning(async () => {
      asked++;
      throw mistake;
    }, clock),
  );
  await clock.advance(HOUR + 2000);
  expect([asked, thrown]).toEqual([2, [mistake, mistake]]);
});
