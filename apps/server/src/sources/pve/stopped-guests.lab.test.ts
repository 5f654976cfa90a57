// Whether a stopped guest starts with its node, over the lab's real wire.
import { createTask } from '@belfry/lab/world/task';
import { expect, test } from 'vitest';
import { type Watched, watchLab } from './testing/watched.ts';

const calls = ({ lab }: Watched, path: RegExp) => lab.requests.recent().filter((request) => path.test(request.path));
const aRunning = ({ lab, name }: Watched) => {
  const running = lab.guests(name).find(({ power }) => power === 'running');
  if (!running) throw new Error('no guest runs');
  return running;
};
const guestOf = async (dc: Watched, vmid: number) => {
  const { vms = [], containers = [] } = await dc.poll('resources', 'stopped-guests', 'resources');
  return [...vms, ...containers].find((guest) => guest.vmid === vmid);
};

test('only guests that are stopped are asked, once when they stop and again after a quarter of an hour', async () => {
  await using dc = await watchLab({ nodes: 1, guests: 20 });
  const ofGuests = /\/(qemu|lxc)\/\{vmid\}\/config$/;
  const stopped = dc.lab.guests(dc.name).filter(({ power, template }) => power === 'stopped' && !template).length;
  await dc.poll('resources', 'stopped-guests', 'stopped-guests');
  expect(calls(dc, ofGuests)).toHaveLength(stopped);

  const running = aRunning(dc);
  expect(await guestOf(dc, running.vmid)).not.toHaveProperty('onboot');
  dc.lab.stopGuest(dc.name, running.vmid);
  expect((await guestOf(dc, running.vmid))?.onboot).toBe(true);
  expect(calls(dc, ofGuests)).toHaveLength(stopped + 1);
  await dc.clock.advance(900_000);
  await dc.poll('resources', 'stopped-guests');
  expect(calls(dc, ofGuests)).toHaveLength(2 * (stopped + 1));
});

test('while a node stops all its guests, and two minutes longer, nothing is said about them', async () => {
  await using dc = await watchLab({ nodes: 1, guests: 20 });
  const [cluster] = dc.lab.clusters;
  const [node] = cluster?.nodes ?? [];
  if (!cluster || !node) throw new Error('no node');
  const { vmid } = aRunning(dc);
  await dc.poll('resources', 'stopped-guests');
  const now = Math.floor(dc.clock.now() / 1000);
  cluster.tasks.push(createTask(node, 'stopall', '', now, now + 60, 'OK'));
  dc.lab.stopGuest(dc.name, vmid);
  expect(await guestOf(dc, vmid)).not.toHaveProperty('onboot');
  await dc.clock.advance(100_000);
  expect(await guestOf(dc, vmid)).not.toHaveProperty('onboot');
  await dc.clock.advance(60_000);
  expect((await guestOf(dc, vmid))?.onboot).toBe(true);
});
