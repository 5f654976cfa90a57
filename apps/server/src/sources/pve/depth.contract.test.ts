// Recorded answers in, expected entities out: agents, disks, ZFS, Ceph, backups, snapshots.
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zfsPool } from '../proxmox-api/zfs.ts';
import { folder, noRecordings } from '../testing/recordings.ts';
import { addressesOf, agentInterfaces, containerInterfaces, operatingSystem } from './agent-info.ts';
import { backupTasks, guestSnapshots, storageBackups } from './backups.ts';
import { cephCluster, cephPools } from './ceph.ts';
import { filesystems } from './filesystems.ts';
import { physicalDisks, smartOf, temperature } from './physical-disks.ts';

const fileOf = (name: string) => `${folder}pve/${name}.json`;
const recorded = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8')).data;
const now = Date.parse('2026-11-21T00:00:00Z');
const iso = new Date(now).toISOString();
const at = { instance: 'dc', node: 'pve1', storage: 'local', type: 'dir' };
const guest = { instance: 'dc', node: 'pve1', vmid: 100, type: 'qemu' as const };

/** Every reader of this folder's depth, over one recording each: also what the property below feeds with damage. */
const readers: [string, (data: unknown) => unknown][] = [
  ['pve9-goproxmox-sample-agent-get-fsinfo', filesystems],
  ['pve9-issue-agent-get-fsinfo-windows', filesystems],
  ['issue-agent-get-fsinfo-linux-snap-and-boot', filesystems],
  ['pve9-goproxmox-sample-agent-network-get-interfaces', agentInterfaces],
  ['pve7-goproxmox-lxc-interfaces', containerInterfaces],
  ['pve9-goproxmox-sample-agent-get-osinfo', operatingSystem],
  ['pve9-storage-tests-disks-list-ssd_smart', (d) => physicalDisks(d, 'dc', 'pve1', iso)],
  ['pve9-storage-tests-disks-smart-nvme_smart-nvme0n1', temperature],
  ['pve6-blog-disks-zfs-detail', (d) => zfsPool({}, d)],
  ['pve8-goproxmox-ceph-status', (d) => cephCluster(d, 'dc', iso)],
  ['ceph-luminous-status-nested-osdmap', (d) => cephCluster(d, 'dc', iso)],
  ['pve6-fog-storage-local-content-backup', (d) => storageBackups(d, at, now)],
  ['pve7-fog-qemu-snapshot-list', (d) => guestSnapshots(d, guest, now)],
  ['pve7-fog-node-tasks-2023', (d) => backupTasks(d, 'dc', 'pve1', now)],
];

describe('recorded answers', () => {
  test('a plain Linux guest has its root file system', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    expect(filesystems(recorded('pve9-goproxmox-sample-agent-get-fsinfo'))).toEqual({
      disks: [
        {
          mountpoint: '/',
          device: '/dev/sda1',
          type: 'ext4',
          total: 53687091200,
          used: 1234567890,
          free: 52452523310,
          usage: 2.3,
        },
      ],
    });
  });

  test('a loop device of snap is not a disk, /boot is one, and a system volume without sizes is left out', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const linux = filesystems(recorded('issue-agent-get-fsinfo-linux-snap-and-boot'));
    expect(linux.disks.map((d) => d.mountpoint)).toEqual(['/boot']);
    expect(filesystems(recorded('pve9-issue-agent-get-fsinfo-windows'))).toEqual({
      disks: [],
      reason: 'special-filesystems-only',
    });
  });

  test('interfaces, addresses and the system of a guest', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const interfaces = agentInterfaces(recorded('pve9-goproxmox-sample-agent-network-get-interfaces'));
    expect(interfaces.map((i) => [i.name, i.mac, i.addresses])).toEqual([['eth0', 'bc:24:11:2e:c5:4a', ['10.0.0.10']]]);
    expect(addressesOf(interfaces)).toEqual(['10.0.0.10']);
    expect(operatingSystem(recorded('pve9-goproxmox-sample-agent-get-osinfo'))).toEqual({
      osName: 'Debian GNU/Linux',
      osVersion: '12 (bookworm)',
    });
    expect(containerInterfaces(recorded('pve7-goproxmox-lxc-interfaces')).length).toBeGreaterThan(0);
  });

  test('every disk of every recorded disk list appears with its life left and health', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    for (const kind of ['ssd_smart', 'hdd_smart', 'nvme_smart', 'sas', 'sas_ssd', 'cciss', 'usages']) {
      const data = recorded(`pve9-storage-tests-disks-list-${kind}`) as { devpath: string; wearout: unknown }[];
      const disks = physicalDisks(data, 'dc', 'pve1', iso) ?? [];
      expect(disks.map((d) => d.devPath)).toEqual(data.map((d) => d.devpath));
      for (const [i, disk] of disks.entries()) {
        const shown = data[i]?.wearout;
        expect(disk.wearout).toBe(shown === 'N/A' ? -1 : Number(shown));
      }
    }
    expect(temperature(recorded('pve9-storage-tests-disks-smart-nvme_smart-nvme0n1'))).toBe(32);
  });

  test('what SMART says of a recorded disk is what the recorded list says of it', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    for (const kind of ['ssd_smart', 'hdd_smart', 'nvme_smart', 'sas_ssd']) {
      const disks = physicalDisks(recorded(`pve9-storage-tests-disks-list-${kind}`), 'dc', 'pve1', iso);
      let compared = 0;
      for (const { devPath, type, health, wearout } of disks ?? []) {
        const name = `pve9-storage-tests-disks-smart-${kind}-${devPath.replace('/dev/', '')}`;
        if (!existsSync(fileOf(name))) continue;
        const smart = smartOf(recorded(name));
        expect([name, smart.health ?? 'UNKNOWN']).toEqual([name, health]);
        if (type !== 'hdd') expect([name, smart.wearout ?? -1]).toEqual([name, wearout]);
        compared++;
      }
      expect(compared, kind).toBeGreaterThan(0);
    }
  });

  test('the health of a pool follows from its state, and all its devices are present', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const pool = zfsPool({ name: 'storage' }, recorded('pve6-blog-disks-zfs-detail'));
    expect(pool).toMatchObject({ name: 'storage', state: 'ONLINE', readErrors: 0 });
    expect(pool.devices.slice(0, 3).map((d) => [d.name, d.type])).toEqual([
      ['mirror-0', 'mirror'],
      ['/dev/sdb2', 'disk'],
      ['/dev/sdc2', 'disk'],
    ]);
  });

  test('Ceph: flat and nested OSD maps are read alike', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const reef = cephCluster(recorded('pve8-goproxmox-ceph-status'), 'dc', iso);
    expect(reef).toMatchObject({
      numOsds: 21,
      numOsdsUp: 21,
      numOsdsIn: 21,
      numPGs: 577,
      totalBytes: 51850204151808,
      numMons: 3,
      services: [
        { type: 'mon', running: 3, total: 3 },
        { type: 'mgr', running: 3, total: 3 },
        { type: 'mds', running: 3, total: 3 },
      ],
    });
    // this one kept no counts, but its shape is the old one
    const luminous = recorded('ceph-luminous-status-nested-osdmap') as { osdmap: { osdmap: object } };
    expect(cephCluster(luminous, 'dc', iso)).toMatchObject({ health: 'HEALTH_OK', numOsds: 0, numMons: 3 });
    Object.assign(luminous.osdmap.osdmap, { num_osds: 4, num_up_osds: 3, num_in_osds: 4 });
    expect(cephCluster(luminous, 'dc', iso)).toMatchObject({ numOsds: 4, numOsdsUp: 3, numOsdsIn: 4 });
  });

  test('backups and snapshots are there with their times; `current` is no snapshot', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    expect(storageBackups(recorded('pve6-fog-storage-local-content-backup'), at, now)).toMatchObject([
      { vmid: 100, type: 'lxc', ctime: 1606311551, size: 4504446, isPBS: false, encrypted: false },
    ]);
    expect(guestSnapshots(recorded('pve7-fog-qemu-snapshot-list'), guest, now)).toMatchObject([
      { id: 'dc-100-snapshot1', name: 'snapshot1', vmstate: false, time: '2023-05-11T13:03:11.000Z' },
    ]);
  });

  test('any value taken out or replaced in any of them never throws', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const junk = fc.constantFrom(undefined, null, -1, Number.NaN, 1e30, '', 'x', [], {}, true, [null], { a: [1] });
    fc.assert(
      fc.property(fc.constantFrom(...readers), fc.nat(), junk, ([name, read], place, value) => {
        read(damaged(recorded(name), place, value));
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
