// Answers of hosts in, expected entities out: agents, disks, ZFS, Ceph, backups, snapshots.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zfsPool } from '../proxmox-api/zfs.ts';
import { addressesOf, agentInterfaces, containerInterfaces, operatingSystem } from './agent-info.ts';
import { backupTasks, guestSnapshots, storageBackups } from './backups.ts';
import { cephCluster, cephPools } from './ceph.ts';
import { filesystems } from './filesystems.ts';
import { physicalDisks, smartOf, temperature } from './physical-disks.ts';
import * as answers from './testing/answers.ts';

const now = Date.parse('2026-11-21T00:00:00Z');
const iso = new Date(now).toISOString();
const at = { instance: 'dc', node: 'pve1', storage: 'local', type: 'dir' };
const guest = { instance: 'dc', node: 'pve1', vmid: 100, type: 'qemu' as const };

/** Every reader of this folder's depth, with an answer each, which the property below damages. */
const readers: [unknown, (data: unknown) => unknown][] = [
  [answers.linux, filesystems],
  [answers.windows, filesystems],
  [answers.linuxWithSnap, filesystems],
  [answers.interfaces, agentInterfaces],
  [answers.lxcInterfaces, containerInterfaces],
  [answers.system, operatingSystem],
  [answers.disks, (d) => physicalDisks(d, 'dc', 'pve1', iso)],
  [answers.smart['/dev/nvme0n1'], temperature],
  [answers.pool, (d) => zfsPool({}, d)],
  [answers.cephReef, (d) => cephCluster(d, 'dc', iso)],
  [answers.cephLuminous({}), (d) => cephCluster(d, 'dc', iso)],
  [answers.backups, (d) => storageBackups(d, at, now)],
  [answers.snapshots, (d) => guestSnapshots(d, guest, now)],
  [answers.tasks, (d) => backupTasks(d, 'dc', 'pve1', now)],
];

describe('answers', () => {
  test('a plain Linux guest has its root file system', () => {
    expect(filesystems(answers.linux)).toEqual({
      disks: [
        {
          mountpoint: '/',
          device: '/dev/sda1',
          type: 'ext4',
          total: 50_000_000_000,
          used: 1_000_000_000,
          free: 49_000_000_000,
          usage: 2,
        },
      ],
    });
  });

  test('a loop device of snap is not a disk, /boot is one, and a system volume without sizes is left out', () => {
    const linux = filesystems(answers.linuxWithSnap);
    expect(linux.disks.map((d) => d.mountpoint)).toEqual(['/boot']);
    expect(filesystems(answers.windows)).toEqual({
      disks: [],
      reason: 'special-filesystems-only',
    });
  });

  test('interfaces, addresses and the system of a guest', () => {
    const interfaces = agentInterfaces(answers.interfaces);
    expect(interfaces.map((i) => [i.name, i.mac, i.addresses])).toEqual([
      ['ens18', 'bc:24:11:00:00:0a', ['192.0.2.20']],
    ]);
    expect(addressesOf(interfaces)).toEqual(['192.0.2.20']);
    expect(operatingSystem(answers.system)).toEqual({
      osName: 'Debian GNU/Linux',
      osVersion: '12 (bookworm)',
    });
    expect(containerInterfaces(answers.lxcInterfaces).map(({ name }) => name)).toEqual(['eth0']);
  });

  test('every disk of a list appears with its life left and health', () => {
    const disks = physicalDisks(answers.disks, 'dc', 'pve1', iso) ?? [];
    expect(disks.map(({ devPath, wearout }) => [devPath, wearout])).toEqual([
      ['/dev/sda', 97],
      ['/dev/sdb', -1],
      ['/dev/sdc', 100],
      ['/dev/nvme0n1', 69],
      ['/dev/sdd', -1],
    ]);
    expect(temperature(answers.smart['/dev/nvme0n1'])).toBe(32);
  });

  test('what SMART says of a disk is what the list says of it', () => {
    const disks = physicalDisks(answers.disks, 'dc', 'pve1', iso) ?? [];
    const compared = disks.filter(({ devPath }) => answers.smart[devPath]);
    expect(compared).toHaveLength(4);
    for (const { devPath, type, health, wearout } of compared) {
      const smart = smartOf(answers.smart[devPath]);
      expect([devPath, smart.health ?? 'UNKNOWN']).toEqual([devPath, health]);
      if (type !== 'hdd') expect([devPath, smart.wearout ?? -1]).toEqual([devPath, wearout]);
    }
  });

  test('the health of a pool follows from its state, and all its devices are present', () => {
    const pool = zfsPool({ name: 'tank' }, answers.pool);
    expect(pool).toMatchObject({ name: 'tank', state: 'ONLINE', readErrors: 0 });
    expect(pool.devices.slice(0, 3).map((d) => [d.name, d.type])).toEqual([
      ['mirror-0', 'mirror'],
      ['/dev/sdb2', 'disk'],
      ['/dev/sdc2', 'disk'],
    ]);
  });

  test('Ceph: flat and nested OSD maps are read alike', () => {
    const reef = cephCluster(answers.cephReef, 'dc', iso);
    expect(reef).toMatchObject({
      numOsds: 12,
      numOsdsUp: 11,
      numOsdsIn: 12,
      numPGs: 97,
      totalBytes: 40_000_000_000_000,
      numMons: 3,
      services: [
        { type: 'mon', running: 3, total: 3 },
        { type: 'mgr', running: 3, total: 3 },
        { type: 'mds', running: 3, total: 3 },
      ],
    });
    const luminous = (counts: object) => cephCluster(answers.cephLuminous(counts), 'dc', iso);
    expect(luminous({})).toMatchObject({ health: 'HEALTH_OK', numOsds: 0, numMons: 3 });
    const counts = { num_osds: 4, num_up_osds: 3, num_in_osds: 4 };
    expect(luminous(counts)).toMatchObject({ numOsds: 4, numOsdsUp: 3, numOsdsIn: 4 });
  });

  test('backups and snapshots are there with their times; `current` is no snapshot', () => {
    expect(storageBackups(answers.backups, at, now)).toMatchObject([
      { vmid: 100, type: 'lxc', ctime: 1612321506, size: 4_500_000, isPBS: false, encrypted: false },
    ]);
    expect(guestSnapshots(answers.snapshots, guest, now)).toMatchObject([
      { id: 'dc-100-before', name: 'before', vmstate: false, time: '2023-05-11T13:03:11.000Z' },
    ]);
  });

  test('any value taken out or replaced in any of them never throws', () => {
    const junk = fc.constantFrom(undefined, null, -1, Number.NaN, 1e30, '', 'x', [], {}, true, [null], { a: [1] });
    fc.assert(
      fc.property(fc.constantFrom(...readers), fc.nat(), junk, ([answer, read], place, value) => {
        read(damaged(structuredClone(answer), place, value));
      }),
      { numRuns: 1500 },
    );
  });
});

/** The same tree with the n-th of its places replaced. */
function damaged(data: unknown, place: number, value: unknown): unknown {
  const spots: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      spots.push([node as Record<string, unknown>, key]);
      walk(child);
    }
  };
  walk(data);
  const spot = spots[place % Math.max(spots.length, 1)];
  if (!spot) return value;
  spot[0][spot[1]] = value;
  return data;
}

describe('rules', () => {
  const fs = (over: Record<string, unknown>) => ({
    name: 'sda1',
    mountpoint: '/',
    type: 'ext4',
    'total-bytes': 100,
    'used-bytes': 40,
    disk: [{ dev: '/dev/sda1' }],
    ...over,
  });
  const mounts = (...entries: Record<string, unknown>[]) =>
    filesystems({ result: entries.map(fs) }).disks.map((d) => d.mountpoint);

  test.each([
    ['read-only types', { type: 'squashfs' }],
    ['pseudo types', { type: 'tmpfs' }],
    ['network types', { type: 'nfs4' }],
    ['9p shares', { type: '9p' }],
    ['full overlays', { type: 'overlay', 'used-bytes': 100 }],
    ['below /dev', { mountpoint: '/dev/shm' }],
    ['below /snap', { mountpoint: '/snap/core/1' }],
    ['Docker layers', { mountpoint: '/var/lib/docker/overlay2/x' }],
    ['the EFI partition', { mountpoint: '/boot/efi' }],
    ['system volumes', { mountpoint: 'System Reserved' }],
    ['empty ones', { 'total-bytes': 0 }],
  ])('%s do not count', (_what, entry) => {
    expect(mounts(entry)).toEqual([]);
  });

  test('Windows drives on one disk all count; a disk mounted twice counts once; /development is not below /dev', () => {
    const drive = (letter: string) => ({
      mountpoint: `${letter}:\\`,
      name: `\\\\?\\Volume{${letter}}\\`,
      type: 'NTFS',
      disk: [{ dev: '\\\\.\\PhysicalDrive0' }],
    });
    expect(mounts(drive('C'), drive('D'))).toEqual(['C:\\', 'D:\\']);
    expect(mounts({}, { mountpoint: '/mnt/again' })).toEqual(['/']);
    expect(mounts({ mountpoint: '/development' })).toEqual(['/development']);
  });

  test.each([
    ['logical volumes', 'dm-0', 'dm-1', '/dev/sda3', '/dev/sda3'],
    ['LUKS volumes on one partition', 'dm-2', 'dm-3', '/dev/nvme0n1p3', '/dev/nvme0n1p3'],
    ['md arrays whose first disk is the same', 'md0', 'md1', '/dev/sda', '/dev/sda'],
    ['partitions of a multipath device', 'dm-4', 'dm-5', '/dev/sdb', '/dev/sdb'],
  ])('%s are file systems of their own, although the agent names the same disk below them', (_what, a, b, c, d) => {
    const root = { name: a, disk: [{ dev: c }] };
    const data = { name: b, mountpoint: '/data', disk: [{ dev: d }], 'used-bytes': 96 };
    expect(filesystems({ result: [fs(root), fs(data)] }).disks.map((f) => [f.mountpoint, f.usage])).toEqual([
      ['/', 40],
      ['/data', 96],
    ]);
  });

  test('Windows drives of one disk count each, also without names of their volumes', () => {
    const drive = (mountpoint: string) => ({
      ...{ mountpoint, name: undefined, type: 'NTFS' },
      disk: [{ dev: '\\\\.\\PhysicalDrive0', serial: 'QM1' }],
    });
    expect(mounts(drive('C:\\'), drive('D:\\'))).toEqual(['C:\\', 'D:\\']);
  });

  test('bind mounts and btrfs subvolumes are one file system, with the name of the shortest path', () => {
    expect(mounts({ mountpoint: '/var/lib/kubelet' }, {}, { mountpoint: '/run/copy' })).toEqual(['/']);
    const subvolume = (mountpoint: string) => ({ mountpoint, name: 'dm-0', type: 'btrfs' });
    expect(mounts(subvolume('/home'), subvolume('/'), subvolume('/var/lib/docker/btrfs'))).toEqual(['/']);
  });

  test.each(['/var/lib/docker', '/var/lib/docker/volumes', '/var/lib/containers', '/run/media/data'])(
    'a disk of its own that is mounted at %s counts, and a container there does not',
    (mountpoint) => {
      const container = { name: 'overlay', mountpoint: `${mountpoint}/abc/merged`, type: 'overlay', disk: [] };
      expect(mounts({}, { name: 'sdb1', mountpoint, disk: [{ dev: '/dev/sdb1' }] }, container)).toEqual([
        '/',
        mountpoint,
      ]);
    },
  );

  test('datasets of one ZFS pool are one disk, the fullest', () => {
    const set = (name: string, used: number) => ({
      name,
      mountpoint: `/${name}`,
      type: 'zfs',
      'used-bytes': used,
      disk: [],
    });
    expect(mounts(set('rpool/a', 10), set('rpool/b', 30))).toEqual(['/rpool/b']);
    expect(mounts(set('rpool/a', 10), set('rpool', 30))).toEqual(['/rpool']);
    expect(mounts(set('rpool/a', 10), set('tank/a', 30))).toEqual(['/rpool/a', '/tank/a']);
  });

  test('the usage of a Ceph pool counts the stored data, not its replicas', () => {
    expect(cephPools([{ pool: 2, pool_name: 'vm', bytes_used: 300, percent_used: 0.25, size: 3 }])).toEqual([
      { id: 2, name: 'vm', storedBytes: 100, availableBytes: 300, objects: 0, percentUsed: 25 },
    ]);
  });

  test('other daemons of Ceph are counted where they are registered', () => {
    const services = {
      rgw: { daemons: { summary: '', a: { gid: 1 }, b: { status: 'stopped' } } },
      osd: { daemons: {} },
    };
    const ceph = cephCluster({ health: { status: 'HEALTH_OK' }, servicemap: { services } }, 'dc', iso);
    expect(ceph?.services.slice(2)).toEqual([{ type: 'rgw', running: 1, total: 2 }]);
  });

  test('errors of a ZFS pool are summed over leaves only', () => {
    const leaf = { name: 'sda', state: 'FAULTED', read: 3, write: 0, cksum: 1, leaf: 1 };
    const pool = zfsPool(
      { name: 'tank' },
      { state: 'DEGRADED', children: [{ name: 'mirror-0', read: 3, cksum: 1, children: [leaf] }] },
    );
    expect(pool).toMatchObject({ readErrors: 3, checksumErrors: 1, state: 'DEGRADED' });
  });

  test('errors that raidz counted on the group, because it cannot tell which disk was wrong, are errors of the pool', () => {
    const disks = ['a', 'b'].map((name) => ({ name, state: 'ONLINE', read: 0, write: 0, cksum: 0, leaf: 1 }));
    const group = { name: 'raidz1-0', read: 0, write: 0, cksum: 24, children: disks };
    const root = { name: 'tank', read: 0, write: 0, cksum: 12, children: [group] };
    expect(zfsPool({ name: 'tank' }, { children: [root] })).toMatchObject({ checksumErrors: 24, readErrors: 0 });
  });

  test('what ZFS says about lost data is kept; its good sentence, and a list that is not available, are none', () => {
    const dataErrors = (errors?: string) => zfsPool({ name: 'tank' }, { errors, children: [] }).dataErrors;
    expect(dataErrors("3 data errors, use '-v' for a list")).toBe("3 data errors, use '-v' for a list");
    const none = ['No known data errors', 'List of errors unavailable: pool I/O is currently suspended', undefined];
    expect(none.map(dataErrors)).toEqual([undefined, undefined, undefined]);
  });

  test('an NVMe that was used beyond its rated life has 0 percent left', () => {
    expect(smartOf({ health: 'FAILED!', wearout: -18, type: 'text', text: 'Percentage Used:  118%' }).wearout).toBe(0);
    expect(smartOf({ health: 'OK', wearout: 'N/A' }).wearout).toBeUndefined();
  });

  test('a backup from the future is left out, and a PBS volume shows whether it is verified and encrypted', () => {
    const volume = {
      volid: 'pbs:backup/vm/100/2026-01-01T00:00:00Z',
      content: 'backup',
      ctime: 1767225600,
      format: 'pbs-vm',
      vmid: 100,
      size: 5,
      encrypted: 'ab:cd',
      verification: { state: 'ok' },
    };
    expect(storageBackups([volume, { ...volume, ctime: 4_000_000_000 }], { ...at, type: 'pbs' }, now)).toMatchObject([
      { type: 'qemu', verified: true, encrypted: true, isPBS: true, size: 5 },
    ]);
  });

  test('a storage is a backup server by its type, whatever its name is', () => {
    const file = { volid: 'pbs-usb:backup/vzdump-qemu-100-x.vma.zst', content: 'backup', ctime: 1767225600, size: 1 };
    const [local] = storageBackups([file], { ...at, storage: 'pbs-usb', type: 'dir' }, now);
    expect(local).toMatchObject({ isPBS: false, size: 1 });
    expect(storageBackups([file], { ...at, storage: 'usb', type: 'pbs' }, now)).toMatchObject([{ isPBS: true }]);
  });

  test('a backup that is still running has no size, although a PBS storage reports 1 byte for it', () => {
    const volume = { volid: 'pbs:backup/ct/100/2026-01-01T00:00:00Z', content: 'backup', ctime: 1767225600, size: 1 };
    const sizeOn = (type: string) => storageBackups([volume], { ...at, type }, now).map(({ size }) => size);
    expect([sizeOn('pbs'), sizeOn('dir')]).toEqual([[0], [1]]);
  });
});

test('interfaces of containers have no counters, because Proxmox does not report them', () => {
  const [eth0] = containerInterfaces([{ name: 'eth0', hwaddr: 'AA:BB:CC:DD:EE:FF', inet: '10.0.0.5/24' }]);
  expect(eth0).toEqual({ name: 'eth0', mac: 'aa:bb:cc:dd:ee:ff', addresses: ['10.0.0.5'] });
});
