// Backups on the backup server and in the storages of the cluster.
import { type Check, first } from './check.ts';
import { guestOf, type ListedSnapshot, type Seen, sum, type Volume } from './seen.ts';

const day = 86_400;
/** Guests that were removed before the lab started have numbers from here on. */
const firstDeparted = 900_001;

const pbsOf = (seen: Seen) => first(seen.storages, (each) => each.type === 'pbs');
const listedIn = (seen: Seen) => first(seen.nodes).content.get(pbsOf(seen).storage) ?? [];
export const namespaceOf = (seen: Seen) => seen.snapshots.get(pbsOf(seen).namespace ?? '') ?? [];
const everySnapshot = (seen: Seen) => [...seen.snapshots.values()].flat();

/** A snapshot in the format in which a storage of type pbs lists it. */
const asListed = (storage: string, s: ListedSnapshot) => ({
  volid: `${storage}:backup/${s['backup-type']}/${s['backup-id']}/${iso(s['backup-time'])}`,
  subtype: s['backup-type'] === 'vm' ? 'qemu' : 'lxc',
  format: `pbs-${s['backup-type']}`,
  ctime: s['backup-time'],
  vmid: Number(s['backup-id']),
  size: s.size ?? 1,
  notes: s.comment,
  isProtected: s.protected,
  isEncrypted: s.fingerprint !== undefined,
  verified: s.verification?.state,
});
const comparable = (v: Volume) => ({
  volid: v.volid,
  subtype: v.subtype,
  format: v.format,
  ctime: v.ctime,
  vmid: v.vmid,
  size: v.size,
  notes: v.notes,
  isProtected: v.protected === 1,
  isEncrypted: v.encrypted !== undefined,
  verified: v.verification?.state,
});
export const iso = (t: number) => `${new Date(t * 1000).toISOString().slice(0, 19)}Z`;
const stamp = (t: number) => iso(t).slice(0, 19).replaceAll('-', '_').replace('T', '-').replaceAll(':', '_');

const filesIn = (seen: Seen) =>
  seen.nodes.flatMap((node) =>
    [...node.content].flatMap(([storage, volumes]) =>
      volumes
        .filter((v) => v.content === 'backup' && !v.format.startsWith('pbs'))
        .map((v) => ({ ...v, storage, node: node.name })),
    ),
  );

export const backupChecks: Check[] = [
  {
    name: 'a storage of type pbs lists the snapshots of its datastore and namespace, and no others',
    wrong: (seen) => {
      const { storage } = pbsOf(seen);
      const expected = namespaceOf(seen)
        .filter((s) => s['backup-type'] !== 'host')
        .map((s) => JSON.stringify(asListed(storage, s)));
      const listed = new Set(listedIn(seen).map((v) => JSON.stringify(comparable(v))));
      const missing = expected.filter((each) => !listed.has(each));
      return expected.length === listed.size
        ? missing
        : [...missing, `${listed.size} of ${expected.length} are listed`];
    },
    spoil: (seen) => {
      first(namespaceOf(seen), (s) => s['backup-type'] === 'vm').comment = 'another';
    },
  },
  {
    name: 'every node lists the same backups of a backup server',
    wrong: (seen) => {
      const { storage } = pbsOf(seen);
      const lists = seen.nodes.map((node) =>
        (node.content.get(storage) ?? [])
          .map((v) => v.volid)
          .toSorted()
          .join(),
      );
      return new Set(lists).size === 1 ? [] : ['they differ'];
    },
    spoil: (seen) => {
      first(listedIn(seen)).volid = 'other';
    },
  },
  {
    name: 'the account of the storage owns its snapshots',
    wrong: (seen) =>
      namespaceOf(seen)
        .filter((s) => s.owner !== pbsOf(seen).username)
        .map((s) => `${s['backup-id']} of ${s.owner}`),
    spoil: (seen) => {
      first(namespaceOf(seen)).owner = 'somebody@pbs';
    },
  },
  {
    name: 'a backup belongs to a guest with that kind and name, or to one of two removed guests',
    wrong: (seen) => {
      const orphans = new Set<number>();
      const wrong = listedIn(seen).flatMap(({ vmid = 0, subtype, notes, volid }) => {
        const guest = guestOf(seen, vmid);
        if (!guest) orphans.add(vmid);
        const isRight = guest ? guest.type === subtype && guest.name === notes : vmid >= firstDeparted;
        return isRight ? [] : [volid];
      });
      return orphans.size <= 2 ? wrong : [...wrong, `${orphans.size} guests are gone`];
    },
    spoil: (seen) => {
      first(listedIn(seen)).vmid = 77;
    },
  },
  {
    name: 'a storage of type pbs has the figures of its datastore',
    wrong: (seen) => {
      const { storage, datastore } = pbsOf(seen);
      const store = seen.stores.find((each) => each.store === datastore);
      return seen.nodes.flatMap((node) =>
        node.storages
          .filter((s) => s.storage === storage)
          .filter((s) => s.total !== store?.total || s.used !== store.used || s.avail !== store.avail)
          .map((s) => `${node.name}: ${s.used} and ${store?.used}`),
      );
    },
    spoil: (seen) => {
      first(seen.stores, (store) => store.store === 'main').used += 1;
    },
  },
  {
    name: 'the sizes of all snapshots add up to what the garbage collection reports, and fit on the disk after deduplication',
    wrong: (seen) => {
      const found = first(seen.collected, (each) => each.store === 'main');
      const store = first(seen.stores, (each) => each.store === 'main');
      const bytes = sum(everySnapshot(seen), (s) => s.size ?? 0);
      const factor = found['index-data-bytes'] / found['disk-bytes'];
      return [
        ...(bytes === found['index-data-bytes'] ? [] : [`${bytes} of ${found['index-data-bytes']} bytes`]),
        ...(factor > 2 && factor < 40 ? [] : [`a factor of ${factor}`]),
        ...(found['disk-bytes'] <= store.used && store.used < store.total ? [] : [`${store.used} used`]),
      ];
    },
    spoil: (seen) => {
      first(everySnapshot(seen)).size = 1;
    },
  },
  {
    name: 'the name of a vzdump file has the kind and number of its guest and its time',
    wrong: (seen) =>
      filesIn(seen)
        .filter(({ volid, storage, vmid = 0, subtype, ctime, format }) => {
          const guest = guestOf(seen, vmid);
          const isKnown = guest ? guest.type === subtype : vmid >= firstDeparted;
          const name = `${storage}:backup/vzdump-${subtype}-${vmid}-${stamp(ctime)}.${format}`;
          return !isKnown || volid !== name || format !== (subtype === 'qemu' ? 'vma.zst' : 'tar.zst');
        })
        .map(({ volid }) => volid),
    spoil: (seen) => {
      for (const node of seen.nodes) for (const file of node.content.get('local') ?? []) file.ctime += 60;
    },
  },
  {
    name: 'there was a backup within the last day, and no time is in the future',
    wrong: (seen) => {
      const volumes = seen.nodes.flatMap((node) => [...node.content.values()].flat());
      const times = [
        ...volumes.map((v) => v.ctime),
        ...everySnapshot(seen).map((s) => s['backup-time']),
        ...seen.nodes.flatMap((node) => node.tasks.map((task) => task.starttime)),
      ];
      const newest = Math.max(...everySnapshot(seen).map((s) => s['backup-time']));
      return [
        ...(times.some((time) => time > seen.now) ? ['something is in the future'] : []),
        ...(seen.now - newest < day ? [] : [`the newest backup is of ${iso(newest)}`]),
      ];
    },
    spoil: (seen) => {
      first(listedIn(seen)).ctime = seen.now + 1;
    },
  },
];
