// The jobs of a simulated backup server, one for each thing that can have come of them.
import type { Store } from './store.ts';

/** Times in epoch seconds. A job without `state` has never run. */
export type Job = {
  id: string;
  store: string;
  ns?: string;
  schedule: string;
  disable?: true;
  comment?: string;
  state?: string;
  endtime?: number;
  next?: number;
  /** A run is under way: the server tells nothing of the last one then. */
  isRunning?: true;
  /** Of a sync job; without an id it copies from a datastore of the same server. */
  remote?: { id?: string; store: string; direction: 'pull' | 'push' };
};
export type Jobs = { sync: Job[]; verify: Job[]; prune: Job[]; gc: Job[] };

const hour = 3600;

export function createJobs(stores: readonly Store[], now: number): Jobs {
  const ran = (state: string, hoursAgo: number) => ({
    state,
    endtime: now - hoursAgo * hour,
    next: now + (24 - hoursAgo) * hour,
  });
  return {
    sync: [
      {
        id: 's-offsite',
        store: 'archive',
        schedule: 'daily',
        comment: 'to the other building',
        remote: { id: 'offsite', store: 'archive', direction: 'pull' },
        ...ran(
          'TASK ERROR: sync failed: error trying to connect: tcp connect error: Connection refused (os error 111)',
          5,
        ),
      },
      {
        id: 's-push',
        store: 'main',
        schedule: 'hourly',
        remote: { id: 'cloud', store: 'belfry', direction: 'push' },
        ...ran('WARNINGS: 2', 1),
      },
      {
        id: 's-local',
        store: 'empty',
        schedule: 'monthly',
        remote: { store: 'archive', direction: 'pull' },
        ...ran('unknown', 20),
      },
      { id: 's-new', store: 'main', schedule: 'weekly', remote: { id: 'offsite', store: 'main', direction: 'pull' } },
    ],
    verify: [
      { id: 'v-daily', store: 'main', schedule: '02:30', ...ran('OK', 8) },
      {
        id: 'v-lab',
        store: 'main',
        ns: 'lab',
        schedule: 'sat 03:00',
        ...ran('verification failed - please check the log for details', 30),
      },
    ],
    prune: [
      { id: 'p-daily', store: 'main', schedule: 'daily', comment: 'keep a month', ...ran('OK', 6) },
      { id: 'p-paused', store: 'archive', schedule: 'weekly', disable: true },
    ],
    gc: stores
      .filter((store) => !store.error && !store.isUnmounted)
      .map((store) => ({ id: store.name, store: store.name, schedule: 'daily', ...ran('OK', 12) })),
  };
}
