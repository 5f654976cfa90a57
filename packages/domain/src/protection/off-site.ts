// The copies of a guest's backups in another place than the newest one.
import type { CopyJob } from '@belfry/schema/protection/backup-job';
import type { OffSite } from '@belfry/schema/protection/guest-protection';
import type { Backup } from './groups.ts';
import type { Places } from './places.ts';
import { isPlan, type Plans } from './plans.ts';
import type { PlaceBackups } from './runs.ts';

const isGood = ({ verification }: Backup): boolean => verification !== 'failed';

/** The newest copy. `from` is the list with the newest good backup. A datastore with two namespaces is one place here. */
export function offSiteOf(
  from: PlaceBackups,
  lists: readonly PlaceBackups[],
  places: Places,
  plans: Plans,
  now: number,
): OffSite | undefined {
  const files = new Set(from.backups.map(({ file }) => file).filter(Boolean));
  const found: OffSite[] = [];
  const add = (kind: OffSite['kind'], place: string, at: number, isConfirmed: boolean, isLate: boolean) =>
    found.push({ kind, place, at: new Date(at).toISOString(), isConfirmed, isLate });

  for (const { place, backups } of lists) {
    if (place.store === from.place.store) continue;
    const copy = backups.find((backup) => isGood(backup) && !files.has(backup.file));
    if (!copy) continue;
    const job = places.syncInto(place, from.place);
    const isLate = job !== undefined && copy.at < dueOf(job, place.server?.server ?? '', from, plans, now);
    add(job ? 'sync' : 'second', place.key, copy.at, true, isLate);
  }
  for (const job of places.copiesOf(from.place)) {
    const end = job.lastRunEnd === undefined ? 0 : Date.parse(job.lastRunEnd);
    const copy =
      job.result === 'failed' ? undefined : from.backups.find((backup) => isGood(backup) && backup.at <= end);
    if (!copy) continue;
    const isLate = copy.at < dueOf(job, job.from?.server ?? '', from, plans, now);
    add(job.kind, job.id, copy.at, false, isLate);
  }
  return found.sort((a, b) => (a.at < b.at ? 1 : -1))[0];
}

/** The time of the newest backup that must be in the copy by now; 0 when there is none. */
function dueOf(
  { disabled, result, schedule }: CopyJob,
  server: string,
  from: PlaceBackups,
  plans: Plans,
  now: number,
): number {
  const newest = from.backups.find(isGood)?.at ?? 0;
  if (disabled || result === 'failed') return newest;
  const plan = schedule === undefined ? undefined : plans.of({ instance: server, schedule }, now);
  // The last run may still be going on.
  const over = plan && isPlan(plan) ? plan.before : undefined;
  return over === undefined ? 0 : (from.backups.find((backup) => isGood(backup) && backup.at < over)?.at ?? 0);
}
