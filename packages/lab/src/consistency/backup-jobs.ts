// The jobs that make and verify backups, and their tasks.
import { iso, namespaceOf } from './backups.ts';
import { type Check, first } from './check.ts';
import { guestOf, guestsIn, type Job, type NodeSeen, type Seen, type Task } from './seen.ts';

const day = 86_400;

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

export const backupJobChecks: Check[] = [
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
    name: 'a snapshot from before the last verification is verified, a newer one is not',
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
];
