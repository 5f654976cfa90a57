// The way back to the release before, with real programs and a server that is a process.
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreData } from './data-copy.ts';
import { lock } from './lock.ts';
import { ownerOf } from './owner.ts';
import { alertsOf } from './testing/alerts.ts';
import { setUp } from './testing/running-machine.ts';
import { runId } from './testing/small-release.ts';

const [copy, kept, record] = ['data-1.0.0-00000000.tar', 'kept-1.1.0-00000000.tar', 'last-update.json'];

/** 1.1.0 runs after 1.0.0, and has stored something since then. */
async function updated({ alerts }: { alerts?: Buffer } = {}) {
  const machine = await setUp();
  await expect.poll(machine.answers).toBe('1.0.0');
  if (alerts) for (const name of ['alerts.db', 'outbox.db']) writeFileSync(path.join(machine.dataDir, name), alerts);
  machine.stage('1.1.0');
  expect(await machine.run()).toMatch(/success\n$/);
  writeFileSync(path.join(machine.dataDir, 'stored-later'), 'later');
  const own = (name: string) => path.join(machine.root, 'updates', name);
  return {
    ...{ ...machine, ownFile: own },
    breakRelease: (version: string) =>
      writeFileSync(path.join(machine.root, 'releases', version, 'apps/server/dist/main.js'), 'process.exit(1);'),
  };
}
type Updated = Awaited<ReturnType<typeof updated>>;

const newer = ['belfry.db', 'made-by-1.0.0', 'made-by-1.1.0', 'stored-later'];
const state = async (machine: Updated) => ({
  ...{ current: machine.current(), answers: await machine.answers(), database: machine.database() },
  ...{ data: machine.data(), releases: machine.releases(), isAsked: machine.isAsked() },
});
const [isNew, isOld] = [
  {
    ...{ current: 'releases/1.1.0', answers: '1.1.0', database: 'of 1.1.0', data: newer },
    ...{ releases: ['1.0.0', '1.1.0'], isAsked: false },
  },
  {
    ...{ current: 'releases/1.0.0', answers: '1.0.0', database: 'of 1.0.0', data: ['belfry.db', 'made-by-1.0.0'] },
    ...{ releases: ['1.0.0', '1.1.0'], isAsked: false },
  },
];

test('the release before runs again on its data; the data of the newer one is kept, and the update is rolled back', async () => {
  const machine = await updated();
  expect(await machine.goBack()).toMatch(/rolled_back\n$/);
  expect(await state(machine)).toEqual(isOld);
  expect(machine.status()).toMatchObject({
    ...{ id: runId, outcome: 'rolled_back', backupPath: machine.ownFile(kept) },
    error: `An administrator (root) went back from 1.1.0 with "belfry update go-back". The data of 1.1.0 is kept in ${machine.ownFile(kept)}`,
  });
  expect([machine.own(), statSync(machine.ownFile(kept)).mode & 0o777]).toEqual([[copy, kept], 0o600]);
  expect(await machine.goBack()).toMatch(/^There is no previous release to go back to: 1\.0\.0 runs/);

  // nothing of 1.1.0 is lost
  await machine.service.stop();
  await restoreData(machine.dataDir, ownerOf(machine.dataDir), machine.ownFile(kept));
  expect([machine.data(), machine.database()]).toEqual([newer, 'of 1.1.0']);
});

test.for<[string, number, string]>([
  ['go on where the release before can read them', 1, 'of now'],
  ['are those of the copy where it cannot', 2, 'of then'],
])('alerts and their messages %s, so that nothing is sent again', async ([, readableFrom, expected]) => {
  const machine = await updated({ alerts: alertsOf(1, 0, 'of then') });
  const file = path.join(machine.dataDir, 'alerts.db');
  writeFileSync(file, alertsOf(2, readableFrom, 'of now'));
  rmSync(path.join(machine.dataDir, 'outbox.db'));
  symlinkSync('alerts.db', path.join(machine.dataDir, 'outbox.db'));
  expect(await machine.goBack()).toMatch(/rolled_back\n$/);
  expect(readFileSync(file, 'latin1').slice(100)).toBe(expected);
  expect(lstatSync(path.join(machine.dataDir, 'outbox.db')).isSymbolicLink()).toBe(expected === 'of now');
  expect(machine.own()).toEqual([copy, kept]);
});

test('after going back, the next updates keep the data that was kept, and can be taken back too', async () => {
  const machine = await updated();
  await machine.goBack();
  for (const version of ['1.2.0', '1.3.0', '1.4.0']) {
    machine.stage(version);
    expect(await machine.run()).toMatch(/success\n$/);
  }
  expect(machine.own()).toContain(kept);
  expect(await machine.goBack()).toMatch(/rolled_back\n$/);
  expect([machine.current(), await machine.answers()]).toEqual(['releases/1.3.0', '1.3.0']);
});

test.for<[string, (machine: Updated) => void, RegExp]>([
  [
    'has no previous release',
    ({ root }) => rmSync(path.join(root, 'releases/1.0.0'), { recursive: true }),
    /^There is no previous release/,
  ],
  ['has no record of its update', ({ ownFile }) => rmSync(ownFile(record)), /^There is no previous release/],
  [
    'has a damaged record',
    ({ ownFile }) => writeFileSync(ownFile(record), '{'),
    /last-update\.json is not a record of an update/,
  ],
  [
    'has no copy of the data',
    ({ ownFile }) => rmSync(ownFile(copy)),
    /^The copy of the data of 1\.0\.0 is missing: .*data-1/,
  ],
  [
    'has an empty copy of the data',
    ({ ownFile }) => truncateSync(ownFile(copy)),
    /^The copy of the data of 1\.0\.0 is missing/,
  ],
  ['is about to be updated', (machine) => machine.stage('1.2.0'), /^An update was asked for and is about to start/],
  [
    'was interrupted in an update',
    ({ ownFile, current }) => writeFileSync(ownFile('journal.json'), journalOf(current())),
    /^An update was interrupted/,
  ],
  [
    'has a folder that others may write',
    ({ root }) => chmodSync(path.join(root, 'releases'), 0o777),
    /releases can be written by other users/,
  ],
  [
    'has a running updater',
    ({ ownFile }) => void onTestFinished(lock(ownFile('lock')) ?? (() => {})),
    /^An update runs at this moment/,
  ],
])('a machine that %s does not go back, and nothing is touched', async ([, change, reason]) => {
  const machine = await updated();
  change(machine);
  expect(await machine.goBack()).toMatch(reason);
  const { releases, isAsked, ...rest } = isNew;
  expect(await state(machine)).toMatchObject(rest);
  expect(readdirSync(machine.ownFile('')).filter((name) => name.startsWith('kept'))).toEqual([]);
});

const journalOf = (link: string) =>
  JSON.stringify({
    request: { id: runId, version: '1.2.0', previous: path.basename(link), requestedAt: '', by: '' },
    ...{ previous: path.basename(link), step: 'stopping', backup: '', reason: '' },
  });

test.for<[string, (machine: Updated) => void, RegExp]>([
  ['does not start', ({ breakRelease }) => breakRelease('1.0.0'), /Version 1\.0\.0 did not start: it ended by itself/],
  ['has a damaged copy of the data', ({ ownFile }) => truncateSync(ownFile(copy), 700), /tar fails: /],
])('if the previous release %s, everything is as it was', async ([, change, reason]) => {
  const machine = await updated();
  change(machine);
  expect(await machine.goBack()).toMatch(/failed\n$/);
  expect(await state(machine)).toEqual(isNew);
  expect(machine.status()).toMatchObject({ outcome: 'failed', error: expect.stringMatching(reason) });
  expect(machine.own()).toEqual([copy, kept, record]);
});

/** Kills the way back at a line of its log, and runs the updater, as systemd does for the request that is there. */
async function killedAt(line: number, isBroken: boolean) {
  const machine = await updated();
  if (isBroken) machine.breakRelease('1.0.0');
  const wasWhole = /(failed|rolled_back)\n$/.test(await machine.goBack(line));
  if (!wasWhole && machine.isAsked()) {
    // the machine starts the service when it starts itself
    if (line % 2 === 0) await machine.service.start();
    await machine.run();
  }
  return { wasWhole, end: { line, outcome: machine.status().outcome, ...(await state(machine)) } };
}

/** A submission kills the way that ends well, and the night both. */
const killedWays: readonly [string, boolean][] = [
  ['finished', false],
  ['undone, where the previous release does not start', true],
];
test.for(process.env.BELFRY_WHOLE ? killedWays : killedWays.slice(0, 1))(
  'killed at any step, the way back is %s',
  async ([, isBroken]) => {
    for (let line = 1; ; line += 3) {
      const lines = [0, 1, 2].map((more) => line + more);
      const runs = await Promise.all(lines.map((at) => killedAt(at, isBroken)));
      for (const [n, { end }] of runs.entries()) {
        const outcome = isBroken ? 'failed' : 'rolled_back';
        expect(end).toEqual({ line: lines[n], outcome, ...(isBroken ? isNew : isOld) });
      }
      if (runs.some(({ wasWhole }) => wasWhole)) break;
      expect(line).toBeLessThan(20);
    }
  },
);

test('a request that the server makes leads to no older release', async () => {
  const machine = await updated();
  machine.stage('1.2.0', 'good', ({ request }) =>
    writeFileSync(request, JSON.stringify({ ...JSON.parse(readFileSync(request, 'utf8')), version: '1.0.0' })),
  );
  expect(await machine.run()).toMatch(/failed\n$/);
  expect(machine.status().error).toBe('1.0.0 is not newer than 1.1.0, which runs');
  expect(machine.current()).toBe('releases/1.1.0');
});
