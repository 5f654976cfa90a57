// Backups on the backup server and in the storages of the cluster, and the jobs that create them.
import { type Check, first } from './check.ts';
import {
  guestsIn,
  type Job,
  type ListedSnapshot,
  type NodeSeen,
  type Seen,
  sum,
  type Task,
  type Volume,
} from './seen.ts';

const day = 86_400;
/** Guests that were removed before the lab started have numbers from here on. */
const firstDeparted = 900_001;

const pbsOf = (seen: Seen) => first(seen.storages, (each) => each.type === 'pbs');
const listedIn = (seen: Seen) => first(seen.nodes).content.get(pbsOf(seen).storage) ?? [];
const namespaceOf = (seen: Seen) => seen.snapshots.get(pbsOf(seen).namespace ?? '') ?? [];
const everySnapshot = (seen: Seen) => [...seen.snapshots.values()].flat();
const guestOf = (seen: Seen, vmid: number) => guestsIn(seen).find((guest) => guest.vmid === vmid);

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
const iso = (t: number) => `${new Date(t * 1000).toISOString().slice(0, 19)}Z`;
const stamp = (t: number) => iso(t).slice(0, 19).replaceAll('-', '_').replace('T', '-').replaceAll(':', '_');

const filesIn = (seen: Seen) =>
  seen.nodes.flatMap((node) =>
    [...node.content].flatMap(([storage, volumes]) =>
      volumes
        .filter((v) => v.content === 'backup' && !v.format.startsWith('pbs'))
        .map((v) => ({ ...v, storage, node: node.name })),
    ),
  );
const numbers = (list: string | undefined) => (list ?? '').split(',').filter(Boolean).map(Number);
const takes = ({ all, vmid, exclude }: Job, guest: number) =>
  all === 1 ? !numbers(exclude).includes(guest) : numbers(vmid).includes(guest);

/** The finished runs of the nightly job, each with the guests that it must have backed up. */
function nightlyRuns(seen: Seen): { node: NodeSeen; task: Task; guests: number[] }[] {
  const job = first(seen.jobs, (each) => each.all === 1);
  const [hours = 0, minutes = 0] = job.schedule.split(':').map(Number);
  const tasks = seen.nodes.flatMap((node) => node.tasks);
  // Guests that were moved or manually backed up in the meantime no longer match the job.
  const touched = new Set(tasks.filter((task) => /migrate|vzdump/.test(task.type) && task.id).map((task) => task.id));
  const stays = guestsIn(seen).filter((guest) => takes(job, guest.vmid) && !touched.has(String(guest.vmid)));
  return seen.nodes.flatMap((node) =>
    node.tasks
      .filter((task) => task.type === 'vzdump' && task.id === '' && task.endtime !== undefined)
      .filter((task) => task.starttime % day === hours * 3600 + minutes * 60)
      .map((task) => ({ node, task, guests: stays.filter((g) => g.node === node.name).map((g) => g.vmid) })),
  );
}
const hasBackup = (seen: Seen, guest: number, { starttime, endtime = 0 }: Task) =>
  namespaceOf(seen).some(
    (s) => s['backup-id'] === String(guest) && s['backup-time'] >= starttime && s['backup-time'] <= endtime,
  );
const oneGuestRuns = (seen: Seen) =>
  seen.nodes.flatMap((node) => node.tasks).filter((task) => task.type === 'vzdump' && task.id !== '');
const verifyJob = (seen: Seen) =>
  first(seen.serverJobs.find(({ kind }) => kind === 'verify')?.list ?? [], (job) => job.id === 'v-daily');

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
    name: 'a backup is of a guest of that kind with that name, or of one of two that were removed',
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
    name: 'all snapshots together are the bytes that the garbage collection saw, and fit after deduplication',
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
    name: 'a file of vzdump is named after a guest of that kind, and its time',
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
    name: 'backup jobs go to a storage for backups, take guests that exist and run again later',
    wrong: (seen) =>
      seen.jobs.flatMap((job) => {
        const storage = seen.storages.find((each) => each.storage === job.storage);
        const unknown = [...numbers(job.vmid), ...numbers(job.exclude)].filter((vmid) => !guestOf(seen, vmid));
        return [
          ...(storage ? [] : [`${job.id}: no storage ${job.storage}`]),
          ...(unknown.length > 0 ? [`${job.id}: no guests ${unknown}`] : []),
          ...(job['next-run'] > seen.now ? [] : [`${job.id}: its next run is over`]),
        ];
      }),
    spoil: (seen) => {
      first(seen.jobs)['next-run'] = seen.now;
    },
  },
  {
    name: 'the guests that are not backed up are those that no job takes',
    wrong: (seen) => {
      const listed = seen.notBackedUp.map(({ vmid }) => vmid).toSorted((a, b) => a - b);
      const left = guestsIn(seen)
        .map(({ vmid }) => vmid)
        .filter((vmid) => !seen.jobs.some((job) => takes(job, vmid)));
      return listed.join() === left.toSorted((a, b) => a - b).join() ? [] : [`${listed} and ${left}`];
    },
    spoil: (seen) => {
      seen.notBackedUp.push({ vmid: 1 });
    },
  },
  {
    name: 'a backup task without errors made a backup of every guest on its node; one with errors missed some',
    wrong: (seen) =>
      nightlyRuns(seen).flatMap(({ node, task, guests }) => {
        const missed = guests.filter((guest) => !hasBackup(seen, guest, task));
        const isGood = task.status !== 'job errors';
        return isGood && missed.length > 0
          ? [`${node.name} ${iso(task.starttime)}: ${task.status}, not ${missed}`]
          : [];
      }),
    spoil: (seen) => {
      const run = first(nightlyRuns(seen), (each) => each.task.status !== 'job errors' && each.guests.length > 0);
      for (const s of namespaceOf(seen)) if (s['backup-id'] === String(run.guests[0])) s['backup-id'] = '0';
    },
  },
  {
    name: 'a backup of one guest has its snapshot, without a size while it runs, and none if it failed',
    wrong: (seen) => {
      // After pruning, only the newest backup of a day remains.
      const sincePrune = verifyJob(seen)['last-run-endtime'] ?? 0;
      return oneGuestRuns(seen)
        .filter((task) => task.starttime > sincePrune)
        .filter(({ id, starttime, endtime, status }) => {
          const made = namespaceOf(seen).find((s) => s['backup-id'] === id && s['backup-time'] === starttime);
          if (endtime !== undefined && status !== 'OK') return made !== undefined;
          return !made || (made.size === undefined) !== (endtime === undefined);
        })
        .map(({ id, starttime }) => `${id} ${iso(starttime)}`);
    },
    spoil: (seen) => {
      first(seen.nodes).tasks.push({
        type: 'vzdump',
        id: '100',
        starttime: seen.now - 9,
        endtime: seen.now,
        status: 'OK',
      });
    },
  },
  {
    name: 'every job of the backup server has a datastore and a namespace there, ran before now and runs again later',
    wrong: (seen) =>
      seen.serverJobs.flatMap(({ kind, list }) =>
        list
          .filter((job) => {
            const end = job['last-run-endtime'] ?? 0;
            const next = job['next-run'] ?? Number.POSITIVE_INFINITY;
            const isThere = seen.stores.some((store) => store.store === job.store);
            const isInside = job.ns === undefined || seen.snapshots.has(job.ns);
            return !isThere || !isInside || end > seen.now || next <= seen.now || (next === Infinity && !job.disable);
          })
          .map((job) => `${kind} ${job.id ?? job.store}`),
      ),
    spoil: (seen) => {
      verifyJob(seen)['next-run'] = seen.now - 1;
    },
  },
  {
    name: 'what lay there when the last verification began is verified, what is newer is not',
    wrong: (seen) => {
      const begun = (verifyJob(seen)['last-run-endtime'] ?? 0) - 1200;
      return namespaceOf(seen)
        .filter((s) => (s.verification !== undefined) !== s['backup-time'] < begun)
        .map((s) => `${s['backup-id']} ${iso(s['backup-time'])}`);
    },
    spoil: (seen) => {
      delete first(namespaceOf(seen), (s) => s.verification !== undefined).verification;
    },
  },
  {
    name: 'a verification that failed found a damaged snapshot among the new ones',
    wrong: (seen) => {
      const { 'last-run-endtime': end = 0, 'last-run-state': state } = verifyJob(seen);
      const begun = end - 1200;
      const isDamaged = namespaceOf(seen).some(
        (s) => s.verification?.state === 'failed' && s['backup-time'] >= begun - day && s['backup-time'] < begun,
      );
      return (state !== 'OK') === isDamaged ? [] : [`${state}`];
    },
    spoil: (seen) => {
      verifyJob(seen)['last-run-state'] = verifyJob(seen)['last-run-state'] === 'OK' ? 'failed' : 'OK';
    },
  },
  {
    name: 'there was a backup within the last day, and nothing has a time that is still to come',
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
