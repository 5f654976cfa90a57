import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { utc } from '@belfry/domain/calendar-event/runs';
import { mountSmallDisk } from '@belfry/lab/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import type { BackupStore } from './backup-store.ts';
import { createBackups } from './backups.ts';
import { createFolderStore } from './folder-store.ts';

const HOUR = 3_600_000;
const STEP = 15_000;
/** At 12:00. */
const NOON = Date.UTC(2026, 0, 2, 12);

function setUp({
  folder = path.join(tempDir(), 'kept'),
  schedule = '03:30',
  keep = 3,
  start = NOON,
  second = undefined as string | undefined,
} = {}) {
  mkdirSync(folder, { recursive: true });
  const clock = fakeClock(start);
  const file = path.join(tempDir(), 'made');
  writeFileSync(file, Buffer.alloc(1000));
  let busy = 0;
  const watched = (store: BackupStore): BackupStore => ({
    ...store,
    async add(...given) {
      busy++;
      await store.add(...given).finally(() => busy--);
    },
  });
  /** The files are real: they take time that this clock does not know. */
  async function advance(ms: number) {
    for (let left = ms; left > 0; left -= STEP) {
      await clock.advance(Math.min(left, STEP));
      while (busy > 0) await new Promise(setImmediate);
    }
    // What follows the last file: the removal of old ones.
    for (let still = 0; still < 5; still++) await new Promise(setImmediate);
  }
  const lines: string[] = [];
  const create = () =>
    createBackups({
      config: { folder, schedule, keep },
      stores: [folder, ...(second === undefined ? [] : [second])].map((one) => watched(createFolderStore(one))),
      version: '1.2.3',
      dataDir: path.dirname(file),
      make: async () => ({ file, sizeBytes: 1000, async [Symbol.asyncDispose]() {} }),
      clock,
      log: createLogger('info', (line) => lines.push(line)),
      zone: utc,
    });
  const backups = create();
  backups.start();
  onTestFinished(backups.stop);
  return { folder, clock: { ...clock, advance }, lines, backups, create, files: () => readdirSync(folder).sort() };
}

test('the first backup is made at once, then one each day at the time of the schedule', async () => {
  const { clock, files, backups } = setUp();
  await clock.advance(60_000);
  expect(files()).toEqual(['belfry-1.2.3-20260102T120015Z.belfry-backup']);
  await clock.advance(15 * HOUR);
  expect(files().length).toBe(1);
  await clock.advance(HOUR);
  expect(files()[1]).toBe('belfry-1.2.3-20260103T033000Z.belfry-backup');
  expect(await backups.status()).toMatchObject({
    ...{ enabled: true, next: '2026-01-04T03:30:00.000Z', keep: 3 },
    lastGood: { at: '2026-01-03T03:30:00.000Z', sizeBytes: 1000, version: '1.2.3', ageSeconds: 31 * 60 },
  });
});

test('a restart makes no further backup, and makes up for one that was missed', async () => {
  const { clock, files, backups, create } = setUp();
  await clock.advance(60_000);
  await backups.stop();
  const again = create();
  again.start();
  await clock.advance(HOUR);
  expect(files().length).toBe(1);
  await again.stop();
  await clock.advance(20 * HOUR);
  const later = create();
  later.start();
  onTestFinished(later.stop);
  await clock.advance(60_000);
  expect(files().length).toBe(2);
});

test('only the newest stay; what is not named like a backup is never removed', async () => {
  const { clock, files, folder } = setUp();
  const others = ['belfry-notes.txt', 'belfry-1.2.3-20200101T000000Z.belfry-backup.old', 'x.belfry-backup'];
  for (const name of others) writeFileSync(path.join(folder, name), '');
  mkdirSync(path.join(folder, 'belfry-1.2.3-20200101T000000Z.belfry-backup'));
  const left = path.join(folder, '.belfry-1.2.3-20200101T000000Z.belfry-backup.new');
  writeFileSync(left, '');
  utimesSync(left, NOON / 1000 - 200_000, NOON / 1000 - 200_000);
  await clock.advance(10 * 24 * HOUR);
  expect(existsSync(left)).toBe(false);
  const made = files().filter((name) => /2026.*backup$/.test(name));
  expect(made).toEqual(['10', '11', '12'].map((day) => `belfry-1.2.3-202601${day}T033000Z.belfry-backup`));
  expect(files().length).toBe(others.length + 1 + 3);
});

test('a missing folder is a problem: the backup is tried again each hour, and a good one ends the problem', async () => {
  const { clock, folder, backups, lines } = setUp();
  rmSync(folder, { recursive: true });
  await clock.advance(3 * HOUR);
  expect(backups.problems().backup).toEqual({
    message: `The backup of Belfry failed: ${folder} does not exist. Belfry does not make the folder: a disk that is not mounted would go unnoticed.`,
    since: '2026-01-02T12:00:15.000Z',
  });
  expect(existsSync(folder)).toBe(false);
  expect(lines.filter((line) => line.includes('failed')).length).toBe(1);
  expect(await backups.status()).toMatchObject({
    backups: [],
    problem: { since: '2026-01-02T12:00:15.000Z', cause: { id: 'missing', values: { path: folder } } },
  });
  mkdirSync(folder);
  await clock.advance(HOUR);
  expect(backups.problems()).toEqual({});
  expect((await backups.status()).backups.length).toBe(1);
});

test.for(['never', '25:61', '*-02-30 04:00', ''])(
  'the schedule "%s" is a problem, and a backup on request still works',
  async (schedule) => {
    const { clock, backups, files } = setUp({ schedule });
    const wrong = { backup: { message: expect.stringContaining(`BELFRY_BACKUP_SCHEDULE is "${schedule}"`) } };
    expect(backups.problems()).toMatchObject(wrong);
    expect((await backups.status()).problem?.cause).toEqual({ id: 'schedule', values: { schedule } });
    await clock.advance(48 * HOUR);
    expect(files()).toEqual([]);
    expect((await backups.create()).ok).toBe(true);
    expect(files().length).toBe(1);
    expect(backups.problems()).toMatchObject(wrong);
  },
);

test('a clock that was ahead does not stop the backups', async () => {
  const { clock, backups, files } = setUp({ start: NOON + 1000 * 24 * HOUR });
  await clock.advance(60_000);
  clock.step(-1000 * 24 * HOUR);
  await clock.advance(60_000);
  expect(files().length).toBe(2);
  await clock.advance(24 * HOUR);
  expect([files().length, backups.problems()]).toEqual([3, {}]);
});

test('the backup just made stays, also beside those of a clock that was ahead', async () => {
  const { clock, backups, files } = setUp({ start: NOON + 1000 * 24 * HOUR, keep: 1 });
  await clock.advance(60_000);
  clock.step(-1000 * 24 * HOUR);
  expect((await backups.create()).ok).toBe(true);
  expect(files()).toEqual(['belfry-1.2.3-20260102T120100Z.belfry-backup']);
});

test('a place that fails does not keep the backup from the other one, and is tried again alone', async () => {
  const second = path.join(tempDir(), 'not-mounted');
  const { clock, backups, files, folder } = setUp({ second });
  await clock.advance(60_000);
  expect(files()).toEqual(['belfry-1.2.3-20260102T120015Z.belfry-backup']);
  const message = expect.stringContaining(`${second} does not exist`);
  expect(backups.problems().backup?.message).toEqual(message);
  const [good, bad] = (await backups.status()).stores ?? [];
  expect(good).toEqual({
    ...{ kind: 'folder', place: folder, count: 1 },
    lastGood: expect.objectContaining({ file: files()[0], ageSeconds: 45 }),
  });
  expect(bad).toEqual({ kind: 'folder', place: second, problem: message });
  expect(await backups.create()).toMatchObject({
    error: {
      sentence: {
        id: 'backup.elsewhere',
        values: {
          problem: { values: { words: expect.stringContaining('does not exist') } },
          file: expect.stringMatching(/^belfry-\S+backup$/),
        },
      },
    },
  });
  mkdirSync(second);
  await clock.advance(HOUR + 60_000);
  expect(backups.problems()).toEqual({});
  expect([files().length, readdirSync(second).length]).toEqual([2, 1]);
});

test('a place that cannot be read any more keeps what was known of it, with the reason', async () => {
  const { clock, backups, folder } = setUp();
  await clock.advance(60_000);
  renameSync(folder, `${folder}-away`);
  const { lastGood, backups: all, stores } = await backups.status();
  expect([lastGood?.ageSeconds, all.length]).toEqual([45, 1]);
  expect(stores).toMatchObject([{ count: 1, lastGood: { ageSeconds: 45 }, problem: expect.stringMatching(/exist/) }]);
});

test('a second backup in the same second has another name', async () => {
  const { backups, files } = setUp();
  for (const second of ['00', '01'])
    expect(await backups.create()).toMatchObject({
      value: { file: `belfry-1.2.3-20260102T1200${second}Z.belfry-backup` },
    });
  expect(files().length).toBe(2);
});

test('two requests at the same time get the same backup', async () => {
  const { backups, files } = setUp();
  const [one, two] = await Promise.all([backups.create(), backups.create()]);
  expect(one).toEqual(two);
  expect(files().length).toBe(1);
});

test('a full disk is a problem that says so', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('mounting a small disk needs root');
  const disk = mountSmallDisk(1);
  onTestFinished(disk.unmount);
  const { backups } = setUp({ folder: disk.folder });
  disk.fill();
  const done = await backups.create();
  expect(done).toMatchObject({
    ok: false,
    error: { sentence: { values: { words: expect.stringContaining('the disk is full') } } },
  });
  expect(backups.problems().backup?.message).toContain('the disk is full');
});
