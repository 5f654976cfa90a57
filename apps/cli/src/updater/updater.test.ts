// The updater with signed releases, real programs and a server that is a process.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lock } from './lock.ts';
import { alertsOf } from './testing/alerts.ts';
import { setUp } from './testing/running-machine.ts';
import { type Kind, runId, type StagedFiles } from './testing/small-release.ts';

test('the release is replaced, the data is kept, and the release before and a copy of the data stay', async () => {
  const machine = await setUp();
  await expect.poll(machine.database).toBe('of 1.0.0');
  machine.stage('1.1.0');
  expect(await machine.run()).toMatch(/success\n$/);
  expect([machine.current(), await machine.answers(), machine.isAsked()]).toEqual(['releases/1.1.0', '1.1.0', false]);
  expect(machine.status()).toMatchObject({
    ...{ id: runId, version: '1.1.0', status: 'completed', progress: 100, outcome: 'success', error: '' },
    backupPath: path.join(machine.root, 'updates', `data-1.0.0-${runId.slice(0, 8)}.tar`),
  });
  expect(machine.data()).toEqual(['belfry.db', 'made-by-1.0.0', 'made-by-1.1.0']);
  expect([machine.releases(), machine.own()]).toEqual([
    ['1.0.0', '1.1.0'],
    ['data-1.0.0-00000000.tar', 'last-update.json'],
  ]);
  machine.stage('1.2.0');
  expect(await machine.run()).toMatch(/success\n$/);
  expect([machine.releases(), machine.own().length]).toEqual([['1.1.0', '1.2.0'], 3]);
  expect(await machine.run()).toBe('nothing\n');
});

test.for<[Kind, RegExp]>([
  ['ends', /^Version 1\.1\.0 did not start: it ended by itself$/],
  ['migrates', /^Version 1\.1\.0 did not start: it ended by itself$/],
  ['ill', /it was not healthy within 4 s: it answered with status 503/],
])('after a release that %s, the version before runs again on its old data', async ([kind, reason]) => {
  const machine = await setUp();
  await expect.poll(machine.database).toBe('of 1.0.0');
  machine.stage('1.1.0', kind);
  expect(await machine.run()).toMatch(/rolled_back\n$/);
  await expect.poll(machine.answers).toBe('1.0.0');
  expect([machine.current(), await machine.answers(), machine.database()]).toEqual([
    'releases/1.0.0',
    '1.0.0',
    'of 1.0.0',
  ]);
  expect([machine.data(), machine.releases()]).toEqual([['belfry.db', 'made-by-1.0.0'], ['1.0.0']]);
  expect(machine.status()).toMatchObject({
    ...{ status: 'error', outcome: 'rolled_back', message: 'Version 1.0.0 runs again, on the data that it had before' },
    error: expect.stringMatching(reason),
  });
  expect([machine.isAsked(), await machine.run()]).toEqual([false, 'nothing\n']);
});

test('what a release told before it was found ill is not told again by the version before', async () => {
  const machine = await setUp();
  await expect.poll(machine.database).toBe('of 1.0.0');
  const alerts = path.join(machine.dataDir, 'alerts.db');
  writeFileSync(alerts, alertsOf(1, 0, 'of then'));
  machine.stage('1.1.0', 'ill');
  const run = machine.run();
  await expect.poll(machine.data, { timeout: 10_000 }).toContain('made-by-1.1.0');
  writeFileSync(alerts, alertsOf(2, 1, 'of now'));
  expect(await run).toMatch(/rolled_back\n$/);
  expect(readFileSync(alerts, 'latin1').slice(100)).toBe('of now');
  expect(machine.data()).toEqual(['alerts.db', 'belfry.db', 'made-by-1.0.0']);
});

const asRequest = (change: object) => (files: StagedFiles) =>
  writeFileSync(files.request, JSON.stringify({ ...JSON.parse(readFileSync(files.request, 'utf8')), ...change }));

test.for<[string, (files: StagedFiles) => void, RegExp]>([
  ['changed archive', ({ archive }) => appendFileSync(archive, 'x'), /is refused: its SHA-256 is /],
  ['changed list', ({ sums }) => appendFileSync(sums, `${'0'.repeat(64)}  more\n`), /the signature does not match/],
  ['signature that is none', ({ signature }) => writeFileSync(signature, 'hello'), /is not a signature of minisign/],
  ['empty archive', ({ archive }) => truncateSync(archive), /is not a file of 1 to/],
  ['missing archive', ({ archive }) => rmSync(archive), /ENOENT/],
  [
    'link to a file of root',
    ({ archive }) => {
      rmSync(archive);
      symlinkSync('/etc/passwd', archive);
    },
    /ELOOP/,
  ],
  ['request for an older version', asRequest({ version: '0.9.0' }), /0\.9\.0 is not newer than 1\.0\.0/],
  ['request for another version', asRequest({ version: '1.2.0' }), /ENOENT/],
])('a %s is refused with the reason, and nothing is touched', async ([, change, reason]) => {
  const machine = await setUp();
  await expect.poll(machine.answers).toBe('1.0.0');
  machine.stage('1.1.0', 'good', change);
  expect(await machine.run()).toMatch(/failed\n$/);
  expect(machine.status()).toMatchObject({ status: 'error', outcome: 'failed', error: expect.stringMatching(reason) });
  expect([machine.current(), machine.releases(), await machine.answers()]).toEqual([
    'releases/1.0.0',
    ['1.0.0'],
    '1.0.0',
  ]);
  expect([machine.isAsked(), machine.own()]).toEqual([false, []]);
});

test('an invalid request is removed, also one whose version is a path', async () => {
  const machine = await setUp();
  for (const change of [
    ({ request }: StagedFiles) => writeFileSync(request, 'hello'),
    asRequest({ version: '../../etc' }),
    asRequest({ id: 'x' }),
    ({ request }: StagedFiles) => {
      rmSync(request);
      mkdirSync(request);
    },
  ]) {
    machine.stage('1.1.0', 'good', change);
    expect(await machine.run()).toMatch(/invalid\n$/);
    expect([machine.isAsked(), machine.current()]).toEqual([false, 'releases/1.0.0']);
  }
});

test('a key or a folder that others may write is not trusted', async () => {
  const machine = await setUp();
  machine.stage('1.1.0');
  chmodSync(machine.keyFile, 0o666);
  expect(await machine.run()).toMatch(/release\.pub can be written by other users, so it is not trusted/);
  machine.stage('1.1.0');
  chmodSync(path.join(machine.root, 'releases'), 0o777);
  expect(await machine.run()).toMatch(/releases can be written by other users/);
  expect(machine.current()).toBe('releases/1.0.0');
});

/** Kills an update at a line of its log, and runs the updater again. */
async function killedAt(line: number, kind: Kind) {
  const machine = await setUp();
  await expect.poll(machine.answers).toBe('1.0.0');
  machine.stage('1.1.0', kind);
  const wasWhole = /(success|rolled_back)\n$/.test(await machine.run(line));
  if (!wasWhole) await machine.run();
  const end = { line, outcome: machine.status().outcome, current: machine.current(), answers: await machine.answers() };
  const left = { own: machine.own(), isAsked: machine.isAsked(), isNew: machine.data().includes('made-by-1.1.0') };
  return { wasWhole, ends: { ...end, ...left } };
}

/** A submission kills the update that goes back, and the night the good one too. */
const killedUpdates: readonly [Kind, string, string][] = [
  ['migrates', '1.0.0', 'rolled_back'],
  ['good', '1.1.0', 'success'],
];
test.for(process.env.BELFRY_WHOLE ? killedUpdates : killedUpdates.slice(0, 1))(
  'killed at any step, the next run ends the update: %s',
  async ([kind, version, outcome]) => {
    for (let line = 1; ; line += 4) {
      const lines = [0, 1, 2, 3].map((more) => line + more);
      const runs = await Promise.all(lines.map((at) => killedAt(at, kind)));
      for (const [n, { ends }] of runs.entries()) {
        expect(ends).toEqual({
          ...{ line: lines[n], outcome, current: `releases/${version}`, answers: version },
          ...{
            own: ['data-1.0.0-00000000.tar', ...(outcome === 'success' ? ['last-update.json'] : [])],
            isAsked: false,
            isNew: version === '1.1.0',
          },
        });
      }
      if (runs.some(({ wasWhole }) => wasWhole)) break;
      expect(line).toBeLessThan(20);
    }
  },
);

test('a machine that started the service again in the middle: its newest data is what a failed update goes back to', async () => {
  const machine = await setUp();
  await expect.poll(machine.answers).toBe('1.0.0');
  machine.stage('1.1.0', 'migrates');
  // killed when the data was copied and the release is about to be replaced
  expect(await machine.run(3)).toMatch(/switching\n$/);
  await machine.service.start();
  await expect.poll(machine.answers).toBe('1.0.0');
  writeFileSync(path.join(machine.dataDir, 'written-after-the-start'), '');
  expect(await machine.run()).toMatch(/rolled_back\n$/);
  expect(machine.data()).toEqual(['belfry.db', 'made-by-1.0.0', 'written-after-the-start']);
});

test('a second updater does nothing while one runs; the lock of one that was killed does not count', async () => {
  const machine = await setUp();
  machine.stage('1.1.0');
  mkdirSync(path.join(machine.root, 'updates'));
  const file = path.join(machine.root, 'updates/lock');
  const release = lock(file);
  expect(await machine.run()).toBe('busy\n');
  expect(machine.current()).toBe('releases/1.0.0');
  release?.();
  writeFileSync(file, `${process.pid} 1`);
  expect(await machine.run()).toMatch(/success\n$/);
});
