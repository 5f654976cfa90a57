// What real hosts do, on a datacentre of the lab in which nothing else is wrong: each has its alert, and nothing else has one.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { type Job, stopSome, timesOf } from '@belfry/lab/pbs/job';
import { startBackupServer } from '@belfry/lab/pbs/server';
import { makeAwkward, type Shape } from '@belfry/lab/world/awkward';
import { NodeConfig } from '@belfry/schema/config/node';
import { expect, onTestFinished, test } from 'vitest';
import { type FakeClock, fakeClock } from '../lib/fake-clock.ts';
import { pass } from './testing/answering-host.ts';
import { wholeStateOf } from './testing/archives.ts';
import { wholeApp } from './testing/whole-app.ts';

const START_MS = Date.UTC(2026, 10, 18, 9, 0, 30);

/** A calm cluster of four nodes with only this wrong. Returns the texts of its alerts a quarter of an hour later. */
async function alertsWith(shapes: readonly Shape[]): Promise<string[]> {
  const clock = fakeClock(START_MS);
  const size = { nodes: 4, guests: 40, seed: 4, authDelayMs: 0, version: 9.2 as const };
  const lab = await startLab({ ...size, everything: true, plain: true, calm: true, clock: clock.now });
  onTestFinished(() => lab.stop());
  for (const cluster of lab.clusters) makeAwkward(cluster, shapes);
  const nodes = lab.instances.map((instance) =>
    NodeConfig.parse({ ...nodeConfig(instance), monitorPhysicalDisks: true }),
  );
  return alertsOf(nodes, lab.requests, clock);
}

async function alertsOf(nodes: NodeConfig[], requests: { count(): number }, clock: FakeClock): Promise<string[]> {
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes }, clock });
  async function settle() {
    for (let quiet = 0, before = -1; quiet < 60; quiet++) {
      await new Promise((next) => setImmediate(next));
      if (requests.count() !== before) quiet = 0;
      before = requests.count();
    }
  }
  await pass(clock, [{ settle }], 900);
  const { activeAlerts, serverProblems } = await wholeStateOf(app);
  expect(serverProblems).toEqual({});
  return activeAlerts.filter(({ metadata }) => metadata?.cause === undefined).map(({ message }) => message);
}

test('full volumes, a stale lock, lost data and a late replication are alerts, and an error of an agent is none', async () => {
  const shapes: Shape[] = ['logical volumes', 'container disk', 'agent error', 'stale lock', 'errors of a pool'];
  const alerts = await alertsWith([...shapes, 'late replication']);
  const expected = [
    /^VM .+: file system \/var\/lib\/docker is 99 % full/,
    /^VM .+: file system \/var\/lib\/pgsql is 9\d % full/,
    /^VM .+ is powered off/,
    /^VM .+: replication to .+ is 3 days late/,
    /^ZFS pool rpool on .+ has lost data: 3 data errors/,
  ];
  for (const text of expected) expect(alerts).toContainEqual(expect.stringMatching(text));
  expect(alerts).toHaveLength(expected.length);
});

test('a node whose statistics hang is one alert, and still has its vote', async () => {
  expect(await alertsWith(['hung statistics'])).toEqual([expect.stringMatching(/^Node .+ sends no figures/)]);
});

test('dead managers of high availability are alerts', async () => {
  expect(await alertsWith(['dead managers'])).toEqual([
    expect.stringMatching(/^High availability of cluster .+ does not work, .+ master: .+old timestamp - dead\?/),
    expect.stringMatching(/^High availability does not work on node .+old timestamp - dead\?/),
  ]);
});

test('the templates of a lost node are no guests that are down: the node is the only alert', async () => {
  expect(await alertsWith(['lost templates'])).toEqual([expect.stringMatching(/^Node .+ is offline/)]);
});

test('jobs of a backup server that nothing starts any more are alerts, each with how late it is', async () => {
  const clock = fakeClock(START_MS);
  const server = await startBackupServer({ calm: true, authDelayMs: 0, clock: clock.now });
  onTestFinished(() => server.stop());
  const { jobs } = server.world;
  const now = START_MS / 1000;
  // The same chance as in the lab; this seed stops all three kinds.
  for (let seed = 1; !(['sync', 'verify', 'gc'] as const).every((kind) => jobs[kind].some(isStopped)); seed++) {
    for (const job of Object.values(jobs).flat()) delete job.stoppedAt;
    stopSome(jobs, seed, now);
  }
  const alerts = await alertsOf([NodeConfig.parse(server.config())], server.requests, clock);
  for (const text of [/sync.*\b7 days late/i, /verif.*\b38 days late/i, /garbage collection.*\b58 days late/i])
    expect(alerts).toContainEqual(expect.stringMatching(text));
  // A monthly job that was stopped a week ago has missed nothing.
  const late = Object.values(jobs)
    .flat()
    .filter((job) => (timesOf(job, now).next ?? now) < now);
  expect(alerts).toHaveLength(late.length);
});
const isStopped = ({ stoppedAt }: Job): boolean => stoppedAt !== undefined;
