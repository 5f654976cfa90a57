// The latency of the drives of virtual machines, read from the lab's real wire.
import { Guest } from '@belfry/schema/entities/guest';
import { expect, test } from 'vitest';
import { type Watched, watchLab } from './testing/watched.ts';

const vmsOf = (dc: Watched) =>
  dc.lab.guests(dc.name).filter(({ kind, power, template }) => kind === 'qemu' && power === 'running' && !template);

test('a VM that waits for its disks has the latency of each drive after two readings, and the others have none', async () => {
  await using dc = await watchLab({ nodes: 2, guests: 40 });
  const [slow, text, silent] = vmsOf(dc);
  for (const guest of [slow, text, silent]) if (guest) guest.load.wait = 0.24;
  if (text) text.qemu = 'text';
  if (silent) silent.qemu = 'silent';
  await dc.poll('resources', 'nodes', 'guest-details');
  const known = async () => {
    const { vms = [] } = await dc.poll('resources', 'guest-details');
    return new Map(vms.map((guest) => [guest.vmid, Guest.parse(guest)]));
  };
  const early = (await dc.poll('resources')).vms ?? [];
  expect(early.filter(({ driveLatency }) => driveLatency?.drives.length).length).toBe(0);

  await dc.clock.advance(30_000);
  const late = await known();
  for (const guest of [slow, text]) {
    const { drives = [], at } = late.get(guest?.vmid)?.driveLatency ?? {};
    expect(drives.map(({ name }) => name)).toEqual(['ide2', 'scsi0']);
    expect(Date.parse(at ?? '')).toBe(dc.clock.now());
    expect(drives[1]?.write).toBeGreaterThan(0.3);
    expect(drives[0]).toEqual({ name: 'ide2' });
  }
  expect(late.get(silent?.vmid)?.driveLatency?.drives).toEqual([]);
  const waiting = new Set([slow, text, silent].map((guest) => guest?.vmid));
  for (const [vmid, guest] of late) if (!waiting.has(vmid)) expect(guest).not.toHaveProperty('driveLatency');

  if (slow) slow.power = 'stopped';
  if (text) text.load.wait = 0;
  const ended = await known();
  for (const guest of [slow, text]) expect(ended.get(guest?.vmid)).not.toHaveProperty('driveLatency');
});

test('it costs no call: two calls a node, as without it, and none to a single guest', async () => {
  await using dc = await watchLab({ nodes: 2, guests: 40 });
  for (const guest of vmsOf(dc)) guest.load.wait = 0.24;
  await dc.poll('resources', 'nodes', 'guest-details');
  dc.lab.requests.clear();
  await dc.clock.advance(30_000);
  await dc.poll('guest-details');
  expect(dc.lab.requests.recent().map(({ path }) => path.replace(/^.*\/nodes\/[^/]+/, ''))).toEqual(
    expect.arrayContaining(['/qemu', '/lxc']),
  );
  expect(dc.lab.requests.recent()).toHaveLength(4);
});

test('before 9.0 hosts report no pressure of guests, and there is no latency', async () => {
  await using old = await watchLab({ nodes: 1, guests: 20, version: 8.4 });
  for (const guest of vmsOf(old)) guest.load.wait = 0.24;
  await old.poll('resources', 'nodes', 'guest-details');
  await old.clock.advance(30_000);
  const { vms = [] } = await old.poll('guest-details');
  expect(vms.length).toBeGreaterThan(0);
  for (const guest of vms) expect(guest).not.toHaveProperty('driveLatency');
});
