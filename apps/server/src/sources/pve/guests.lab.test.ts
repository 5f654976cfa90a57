// What becomes of guests and storages in states that are neither running nor stopped, over the lab's real wire.
import { describe, expect, test } from 'vitest';
import { watchLab } from './testing/watched.ts';

describe('a guest that is not running, but alive', () => {
  test.each(['paused', 'suspended', 'prelaunch', 'io-error'] as const)(
    'keeps its uptime, its memory and what its agent said while it is %s',
    async (power) => {
      await using dc = await watchLab({ nodes: 1, guests: 20 });
      const vm = dc.lab.guests(dc.name).find((g) => g.kind === 'qemu' && g.power === 'running' && g.agent && g.balloon);
      if (!vm) throw new Error('the seed makes no VM with an agent');
      const seen = async () => (await dc.poll('resources')).vms?.find(({ vmid }) => vmid === vm.vmid);
      await dc.poll('resources', 'guest-details');
      for (let run = 0; run < 6; run++) await dc.poll('guest-agents');
      const before = await seen();
      expect(before?.disk.usage).toBeGreaterThan(0);

      dc.lab.changeGuest(dc.name, vm.vmid, { power });
      await dc.poll('resources', 'guest-details', 'guest-agents');
      const after = await seen();
      expect(after).toMatchObject({ status: power, cpu: 0, disk: before?.disk, ipAddresses: before?.ipAddresses });
      expect(after?.uptime).toBeGreaterThan(0);
      expect(after?.memory.used).toBeGreaterThan(0);
      expect(after?.memory.quality).toBe('good');
    },
  );
});

test('the coverage by backup jobs is unknown for a guest that is newer than the answer', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 10, everything: true });
  await dc.poll('resources', 'protection');
  const added = dc.lab.addGuest(dc.name);
  const find = async () => {
    const { vms = [], containers = [] } = await dc.poll('resources');
    return [...vms, ...containers].find(({ vmid }) => vmid === added.vmid);
  };
  expect(await find()).toBeDefined();
  expect(await find()).not.toHaveProperty('inBackupJob');
  await dc.poll('protection');
  expect((await find())?.inBackupJob).toBeTypeOf('boolean');
});

test('a node that goes offline takes its guests and its own storages with it in the same observation', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 30 });
  await dc.poll('resources', 'nodes', 'storage');
  const [, lost] = dc.lab.clusters[0]?.nodes ?? [];
  if (!lost) throw new Error('no second node');
  await dc.lab.fault(lost.name, 'die');
  const { nodes = [], vms = [], containers = [], storage = [] } = await dc.poll('resources');
  expect(nodes.find(({ name }) => name === lost.name)?.status).toBe('offline');
  const guests = [...vms, ...containers].filter(({ node }) => node === lost.name);
  expect(new Set(guests.map(({ status }) => status))).toEqual(new Set(['unknown']));
  const own = storage.filter((s) => !s.shared && s.node === lost.name && s.enabled);
  expect(own.length).toBeGreaterThan(0);
  expect(own.map(({ status, active }) => [status, active])).toEqual(own.map(() => ['unknown', false]));
  expect(storage.find((s) => s.name === 'nas-vm')).toMatchObject({ status: 'available', active: true });
});
