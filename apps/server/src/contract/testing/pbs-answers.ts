// The answers of a backup server without any problem, and of one with every possible problem.
import type { HostAnswer } from './answering-host.ts';

/** `bad` is a warning where there are two levels, `worse` is critical. `silent`: every call fails. */
export type BackupMood = 'well' | 'bad' | 'worse' | 'silent';

const TB = 1024 ** 4;
const DAY_S = 86_400;

const store = (name: string, total: number, usage: number, more: object = {}) => ({
  store: name,
  total,
  used: (total * usage) / 100,
  avail: total * (1 - usage / 100),
  'mount-status': 'nonremovable',
  ...more,
});

/** `path` without the query. */
export function backupServerAnswer(path: string, mood: BackupMood, nowMs: number): HostAnswer {
  if (mood === 'silent') return { status: 503 };
  const now = Math.floor(nowMs / 1000);
  const of = <T>(well: T, bad: T, worse: T): T => ({ well, bad, worse })[mood];
  const job = (id: string, state: string) => ({
    id,
    store: 'full',
    schedule: 'daily',
    'last-run-state': state,
    'last-run-endtime': now - 3600,
    'last-run-upid': 'UPID:pbs:1:',
  });
  const failed = of('OK', 'TASK ERROR: connection refused', 'TASK ERROR: connection refused');
  const damaged = of('OK', 'verification failed - please check the log for details', 'verification failed');
  const answers: Record<string, unknown> = {
    '/version': { version: '4.1', release: '1', repoid: 'x' },
    '/access/permissions': { '/': { 'Sys.Audit': 1, 'Datastore.Audit': 1 }, '/remote': { 'Remote.Audit': 1 } },
    '/nodes/localhost/status': {
      cpu: of(0.1, 0.85, 0.97),
      uptime: 1000,
      memory: { total: 100, used: of(20, 88, 98), free: of(80, 12, 2) },
    },
    '/status/datastore-usage': [
      store(
        'full',
        10 * TB,
        of(20, 88, 97),
        of(
          {},
          { 'estimated-full-date': now + 3 * DAY_S },
          {
            'estimated-full-date': now + 3 * DAY_S,
          },
        ),
      ),
      mood === 'worse'
        ? { store: 'other', error: 'unable to open chunk store', 'mount-status': 'nonremovable' }
        : store('other', 5 * TB, 20),
      mood === 'well'
        ? store('usb', TB, 20, { 'mount-status': 'mounted' })
        : { store: 'usb', 'mount-status': 'notmounted' },
    ],
    '/admin/datastore': [
      { store: 'full', 'mount-status': 'nonremovable' },
      {
        store: 'other',
        'mount-status': 'nonremovable',
        ...(mood === 'bad' && { maintenance: 'read-only,message=disk swap' }),
      },
      { store: 'usb', 'mount-status': mood === 'well' ? 'mounted' : 'notmounted' },
    ],
    '/admin/sync': [job('s-1', failed)],
    '/admin/verify': [job('v-1', damaged)],
    '/admin/prune': [job('p-1', failed)],
    '/admin/gc': [{ ...job('gc', failed), id: undefined }],
  };
  const data = answers[path];
  return data === undefined ? { data: [] } : { data };
}
