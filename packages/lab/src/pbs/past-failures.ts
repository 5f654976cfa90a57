// The failures of the last nights that are no runs of jobs: backups, and work of the server itself.
import type { PastTask } from './task-log.ts';

const day = 86_400;
const full = 'unable to create chunk store temp file - No space left on device (os error 28)';

/** `now` in epoch seconds. */
export function pastFailures(now: number): PastTask[] {
  const midnight = now - (now % day);
  const backup = (ago: number, group: string, error: string): PastTask => ({
    type: 'backup',
    id: `archive:${group}`,
    start: midnight - ago * day + 5760,
    end: midnight - ago * day + 5830,
    state: `backup failed: ${error}`,
    lines: [`starting new backup on datastore 'archive' from ::ffff:10.0.0.11: "${group}"`, `error: ${error}`],
  });
  return [
    ...[1, 2, 3].map((ago) => backup(ago, 'vm/131', full)),
    {
      type: 'aptupdate',
      id: '',
      start: midnight - 2 * day + 13_320,
      end: midnight - 2 * day + 13_350,
      state: 'command "apt-get" "update" failed - status code: 100 - E: The repository is not signed.',
      lines: ['starting apt-get update', 'W: The repository has no valid signature'],
    },
    {
      type: 'prunejob',
      id: 'archive',
      start: midnight - 4 * day + 3600,
      end: midnight - 4 * day + 3605,
      state: 'WARNINGS: 1',
      lines: ['WARN: failed to prune group vm/102: owner check failed (backup@pbs != root@pam)'],
    },
    // A daemon that was killed leaves no result.
    { type: 'logrotate', id: '', start: midnight - 5 * day, end: midnight - 5 * day, state: 'unknown', lines: [] },
  ];
}
