// The releases differ in what they answer. Whatever they leave out, the picture is complete.
import { State } from '@belfry/schema/state';
import { describe, expect, test } from 'vitest';
import { watchLab } from './testing/watched.ts';

const polls = ['resources', 'nodes', 'guest-details', 'storage', 'physical-disks', 'backups', 'availability'];
const rest = ['protection', 'rights'];

describe.each([7.4, 8.4, 9.2] as const)('Proxmox VE %s', (version) => {
  test('everything it has is there, valid, and nothing is missing', async () => {
    await using dc = await watchLab({ nodes: 3, guests: 40, version, everything: true });
    await dc.poll(...polls, ...rest);
    for (let run = 0; run < 12; run++) await dc.poll('guest-agents', 'container-addresses', 'snapshots');
    const seen = await dc.poll('resources');

    for (const [list, entities = []] of Object.entries(seen)) {
      expect(entities.length, list).toBeGreaterThan(0);
      expect(State.shape[list as keyof typeof State.shape].safeParse(entities).error, list).toBeUndefined();
    }
    expect(Object.keys(seen).sort()).toEqual([
      'backupTasks',
      'cephClusters',
      'containers',
      'guestSnapshots',
      'nodes',
      'physicalDisks',
      'pveClusters',
      'storage',
      'storageBackups',
      'vms',
    ]);
    expect([...polls, ...rest, 'container-addresses', 'snapshots'].flatMap((poll) => dc.gaps(poll))).toEqual([]);

    for (const node of seen.nodes ?? []) {
      expect(node).toMatchObject({ status: 'online', pveVersion: expect.stringContaining(`/${version}`) });
      expect([node.memory.total, node.disk.total, node.cpuInfo.cores].every((n) => n > 0)).toBe(true);
      expect(node.loadAverage).toHaveLength(3);
    }
    const running = seen.vms?.filter((vm) => vm.status === 'running') ?? [];
    expect(running.some((vm) => vm.disk.source === 'guest-agent' && vm.ipAddresses?.length && vm.osName)).toBe(true);
    expect(running.some((vm) => vm.memory.quality === 'good')).toBe(true);
    const containers = seen.containers?.filter((ct) => ct.status === 'running') ?? [];
    for (const ct of containers) expect(ct.memory.swapTotal).toBeGreaterThan(0);
    expect(containers.some((ct) => ct.ipAddresses?.length)).toBe(true);
  });
});

test('a host whose clock is three hours ahead loses nothing', async () => {
  await using ahead = await watchLab({ nodes: 1, guests: 30, skewMs: 3 * 3_600_000 });
  await using right = await watchLab({ nodes: 1, guests: 30 });
  const [a, b] = [await ahead.poll('resources', 'backups'), await right.poll('resources', 'backups')];
  for (const list of ['vms', 'containers', 'storageBackups', 'backupTasks'] as const)
    expect(a[list]?.length, list).toBeGreaterThanOrEqual(b[list]?.length || 1);
});
