// Disks, pools, storages and Ceph.
import { type Check, first } from './check.ts';
import { type Device, type Disk, type NodeSeen, type Seen, sum } from './seen.ts';

const GB = 1e9;

/** The gigabytes in the name of a model. Samsung and Micron shorten 1.92 TB to `1T9`. */
const sizes: readonly [RegExp, (found: string[]) => number][] = [
  [/960/, () => 960],
  [/(\d)T(\d)/, ([, tera, part]) => Number(`${tera}.${part}`) * 1000],
  [/MZQL215T/, () => 15_360],
  [/^WDC WD(\d)0/, ([, tera]) => Number(tera) * 1000],
  [/^ST(\d+)000N/, ([, tera]) => Number(tera) * 1000],
  [/MG08ACA(\d+)TE/, ([, tera]) => Number(tera) * 1000],
  [/HUH7212(\d\d)/, ([, tera]) => Number(tera) * 1000],
];
function nominal(model: string): number | undefined {
  for (const [pattern, size] of sizes) {
    const found = model.match(pattern);
    if (found) return size(found);
  }
  return undefined;
}

const perNode = (seen: Seen, wrong: (node: NodeSeen) => string[]) =>
  seen.nodes.flatMap((node) => wrong(node).map((what) => `${node.name}: ${what}`));
const listed = (node: NodeSeen, storage: string) => node.storages.find((each) => each.storage === storage);
const storageOf = (seen: Seen, type: string) => first(first(seen.nodes).storages, (each) => each.type === type);
const isOf = (use: string) => (disk: Disk) => disk.used === use && disk.osdid < 0;
const leavesOf = (device: Device): string[] =>
  device.children ? device.children.flatMap(leavesOf) : [device.name.replace(/p\d+$/, '')];
const disksIn = (seen: Seen) => seen.nodes.flatMap((node) => node.disks);
const osdsIn = (seen: Seen) => disksIn(seen).filter((disk) => disk.osdid >= 0);
const poolNode = (seen: Seen) => first(seen.nodes, (node) => node.pools.length > 0);

export const spaceChecks: Check[] = [
  {
    name: 'the root file system and the storage on it have the same figures',
    wrong: (seen) =>
      perNode(seen, (node) => {
        const local = listed(node, 'local');
        const { total, used, avail } = node.status.rootfs;
        const isSame = local?.total === total && local.used === used && local.avail === avail;
        return isSame ? [] : [`${used} of ${total} and ${local?.used} of ${local?.total}`];
      }),
    spoil: (seen) => {
      first(seen.nodes).status.rootfs.total += 1;
    },
  },
  {
    name: 'used and available bytes of a storage are no more than it has',
    wrong: (seen) =>
      perNode(seen, (node) =>
        node.storages.filter((s) => s.used + s.avail > s.total || s.used < 0).map((s) => s.storage),
      ),
    spoil: (seen) => {
      storageOf(seen, 'cifs').avail += 1e15;
    },
  },
  {
    name: 'a shared storage has the same figures on every node',
    wrong: (seen) =>
      perNode(seen, (node) =>
        node.storages
          .filter((s) => s.shared === 1)
          .filter((s) => seen.nodes.some((other) => listed(other, s.storage)?.used !== s.used))
          .map((s) => s.storage),
      ),
    spoil: (seen) => {
      storageOf(seen, 'nfs').used += 1;
    },
  },
  {
    name: 'files, and volumes that take all their space, are no more than is used of their storage',
    wrong: (seen) =>
      perNode(seen, (node) =>
        node.storages.flatMap((s) => {
          const files = (node.content.get(s.storage) ?? []).filter(
            (v) => s.type !== 'pbs' && (s.type === 'lvm' || v.content === 'backup' || v.content === 'iso'),
          );
          const bytes = sum(files, (v) => v.size);
          return bytes > s.used ? [`${s.storage}: ${bytes} bytes in ${s.used}`] : [];
        }),
      ),
    spoil: (seen) => {
      const node = first(seen.nodes);
      first(node.content.get('local') ?? []).size += 1e15;
    },
  },
  {
    name: 'no volume is larger than its storage',
    wrong: (seen) =>
      perNode(seen, (node) =>
        node.storages
          .filter((s) => s.type !== 'pbs')
          .flatMap((s) => (node.content.get(s.storage) ?? []).filter((v) => v.size > s.total).map((v) => v.volid)),
      ),
    spoil: (seen) => {
      first(first(seen.nodes).content.get('nas-vm') ?? []).size = 1e18;
    },
  },
  {
    name: 'a ZFS pool is no larger than its mirrors, and holds the system and the guests',
    wrong: (seen) =>
      perNode(seen, (node) =>
        node.pools.flatMap((pool) => {
          const guests = listed(node, 'local-zfs')?.used ?? 0;
          const disks = sum(node.disks.filter(isOf('ZFS')), (disk) => disk.size) / 2;
          const content = guests + node.status.rootfs.used;
          return [
            ...(pool.size <= disks && pool.size > 0.9 * disks - 5000 * GB ? [] : [`${pool.size} on ${disks}`]),
            // The list is from the last statistics round, the other figures are current.
            ...(Math.abs(pool.alloc - content) < 0.01 * pool.size ? [] : [`${pool.alloc} for ${content}`]),
            ...(pool.alloc + pool.free === pool.size ? [] : ['its parts are not the whole']),
          ];
        }),
      ),
    spoil: (seen) => {
      first(poolNode(seen).pools).alloc *= 2;
    },
  },
  {
    name: 'a pool of LVM is no larger than its disks',
    wrong: (seen) =>
      perNode(seen, (node) => {
        const pool = listed(node, 'local-lvm');
        const disks = sum(node.disks.filter(isOf('LVM')), (disk) => disk.size);
        return pool && pool.total > disks ? [`${pool.total} on ${disks}`] : [];
      }),
    spoil: (seen) => {
      const node = poolNode(seen);
      node.storages.push({ ...storageOf(seen, 'dir'), storage: 'local-lvm', total: 1e18 });
    },
  },
  {
    name: 'the devices of a ZFS pool are disks of the node that ZFS uses',
    wrong: (seen) =>
      perNode(seen, (node) => {
        const known = node.disks.filter(isOf('ZFS')).map((disk) => disk.devpath.replace('/dev/', ''));
        return [...node.devices.values()].flatMap(leavesOf).filter((leaf) => !known.includes(leaf));
      }),
    spoil: (seen) => {
      for (const disk of poolNode(seen).disks) delete disk.used;
    },
  },
  {
    name: 'a disk has the size that its model is sold with',
    wrong: (seen) =>
      disksIn(seen)
        .filter((disk) => {
          const gb = nominal(disk.model);
          return gb === undefined ? !/LOGICAL|Elements/.test(disk.model) : Math.abs(disk.size / GB / gb - 1) > 0.015;
        })
        .map((disk) => `${disk.model} has ${disk.size}`),
    spoil: (seen) => {
      first(disksIn(seen)).size = 1000 * GB;
    },
  },
  {
    name: 'no two disks have the same serial number',
    wrong: (seen) => {
      const serials = disksIn(seen).flatMap(({ serial }) => (serial === 'unknown' ? [] : [serial]));
      return serials.filter((serial, i) => serials.indexOf(serial) !== i);
    },
    spoil: (seen) => {
      for (const disk of first(seen.nodes).disks) disk.serial = 'S1';
    },
  },
  {
    name: 'disks that rotate have no wear, others have some life left and do not rotate',
    wrong: (seen) =>
      disksIn(seen)
        .filter(({ type, rpm, wearout }) => {
          const life = Number(wearout);
          if (type === 'nvme' || type === 'ssd') return rpm !== 0 || !(life > 0 && life <= 100);
          return wearout !== 'N/A' || (type === 'hdd' && rpm <= 0);
        })
        .map((disk) => `${disk.model}: ${disk.type}, ${disk.rpm}, ${disk.wearout}`),
    spoil: (seen) => {
      first(disksIn(seen), (disk) => disk.type === 'nvme').wearout = 101;
    },
  },
  {
    name: 'the OSDs of Ceph are disks of the nodes, each once, and its size is theirs',
    wrong: ({ ceph, ...seen }) => {
      const osds = osdsIn({ ...seen, ceph });
      const numbers = new Set(osds.map((disk) => disk.osdid));
      const bytes = sum(osds, (disk) => disk.size);
      return [
        ...(numbers.size === osds.length && osds.length === ceph.osdmap.num_osds ? [] : [`${osds.length} disks`]),
        ...(bytes === ceph.pgmap.bytes_total ? [] : [`${bytes} on disks, ${ceph.pgmap.bytes_total} in all`]),
      ];
    },
    spoil: (seen) => {
      first(osdsIn(seen)).osdid = -1;
    },
  },
  {
    name: 'the pools of Ceph have all its placement groups and all its used bytes',
    wrong: ({ ceph: { pgmap, pools } }) => {
      const groups = [sum(pools, (p) => p.pg_num), sum(pgmap.pgs_by_state, (s) => s.count)];
      const used = sum(pools, (p) => p.bytes_used);
      return [
        ...(groups.every((count) => count === pgmap.num_pgs) ? [] : [`${groups} groups of ${pgmap.num_pgs}`]),
        ...(pools.length === pgmap.num_pools ? [] : [`${pools.length} pools of ${pgmap.num_pools}`]),
        ...(used === pgmap.bytes_used ? [] : [`${used} bytes of ${pgmap.bytes_used}`]),
        ...(pgmap.bytes_used + pgmap.bytes_avail === pgmap.bytes_total ? [] : ['its parts are not the whole']),
      ];
    },
    spoil: (seen) => {
      first(seen.ceph.pools).pg_num += 1;
    },
  },
  {
    name: 'the storages on Ceph use as much as their pools store',
    wrong: (seen) =>
      [
        ['rbd', 'vm'],
        ['cephfs', 'cephfs_data'],
      ].flatMap(([type = '', name]) => {
        const pool = seen.ceph.pools.find((each) => each.pool_name === name);
        const { used, total } = storageOf(seen, type);
        const stored = (pool?.bytes_used ?? 0) / (pool?.size ?? 1);
        return stored === used && total <= seen.ceph.pgmap.bytes_total / 3 ? [] : [`${type}: ${used} and ${stored}`];
      }),
    spoil: (seen) => {
      storageOf(seen, 'rbd').used += 1;
    },
  },
  {
    name: 'monitors and managers of Ceph are nodes of the cluster',
    wrong: ({ ceph: { monmap, mgrmap }, nodes }) =>
      [...monmap.mons, ...mgrmap.standbys, { name: mgrmap.active_name }]
        .map(({ name }) => name)
        .filter((name) => !nodes.some((node) => node.name === name)),
    spoil: (seen) => {
      seen.ceph.mgrmap.active_name = 'elsewhere';
    },
  },
];
