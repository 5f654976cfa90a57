// A node of a cluster dies, and Belfry is started again while it is lost: its guests keep what was known of them.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { NodeConfig } from '@belfry/schema/config/node';

import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { wholeStateOf } from './testing/archives.ts';
import { fastClock } from './testing/fast-clock.ts';
import { wholeApp } from './testing/whole-app.ts';

/** The other nodes of a cluster show the guests of a lost one unchanged for five minutes. */
const FORGOTTEN_MS = 330_000;

test('after a restart the guests of a lost node have their last state and figures, and the estimate counts only those that ran', async () => {
  const clock = fastClock(Date.UTC(2026, 10, 18, 9, 0, 30), 60);
  const lab = await startLab({
    ...{ nodes: 3, guests: 30, seed: 3, authDelayMs: 0, version: 9.2, plain: true },
    clock: clock.now,
  });
  onTestFinished(async () => {
    await lab.stop();
    clock.stop();
  });
  const [instance] = lab.instances;
  const nodes = lab.instances.map((each) => NodeConfig.parse(nodeConfig(each)));
  const guests = lab.guests(instance?.name ?? '').filter(({ ha }) => ha === undefined);
  const running = guests.filter(({ power }) => power === 'running');
  // the last member of the cluster is not the address that is configured
  const dead = [...Map.groupBy(running, ({ node }) => node)].sort().at(-1);
  if (!dead) throw new Error('no guest runs');
  const [name, ran] = dead;
  const stopped = guests.filter(({ node, power }) => node === name && power === 'stopped');
  expect(stopped.length).toBeGreaterThan(0);
  const dataDir = tempDir();
  const start = async () => {
    const app = await wholeApp({ clock, env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes }, dataDir });
    const state = () => wholeStateOf(app);
    const lost = async () => {
      const { vms, containers, nodes: all, nodeLosses } = await state();
      const known = new Map([...vms, ...containers].map(({ vmid, lastKnown }) => [vmid, lastKnown]));
      return {
        node: all.find((node) => node.name === name)?.lastKnown,
        guests: ran.map(({ vmid }) => known.get(vmid)),
        stopped: stopped.map(({ vmid }) => known.get(vmid)?.status),
        estimate: nodeLosses.find(({ node }) => node === name)?.guests,
      };
    };
    return { app, state, lost };
  };

  const first = await start();
  await expect.poll(async () => (await first.state()).nodes.length, { interval: 20 }).toBe(3);
  await clock.pass(60_000);
  await lab.unplug(name);
  await clock.pass(FORGOTTEN_MS);
  const counted = [...ran.map(({ vmid }) => vmid)].sort((a, b) => a - b);
  const estimated = ({ estimate = [] }: Awaited<ReturnType<typeof first.lost>>) => estimate.map(({ vmid }) => vmid);
  await expect.poll(async () => (await first.lost()).guests.every(Boolean), { interval: 20 }).toBe(true);
  await clock.pass(60_000);
  await expect.poll(async () => estimated(await first.lost()), { interval: 20 }).toEqual(counted);
  const before = await first.lost();
  await first.app.stop();

  const second = await start();
  const rest = ({ estimate: _, ...others }: typeof before) => others;
  await expect.poll(async () => rest(await second.lost()), { interval: 20 }).toEqual(rest(before));
  await clock.pass(60_000);
  await expect.poll(async () => estimated(await second.lost()), { interval: 20 }).toEqual(counted);
  expect(before.stopped).toEqual(stopped.map(() => 'stopped'));
  expect(before.node).toMatchObject({ cpu: expect.any(Number) });
  for (const guest of before.guests) expect(guest).toMatchObject({ status: 'running' });
});
