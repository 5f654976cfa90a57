// What the next prune removes of the backups of one guest in one place.
import type { BackupJob, Keep } from '@belfry/schema/protection/backup-job';
import type { NextPrune } from '@belfry/schema/protection/guest-protection';
import type { Retention } from '@belfry/schema/protection/retention';
import type { Zone } from '../calendar-event/runs.ts';
import { isWithin, type Place, type Places } from './places.ts';
import { isPlan, type Plan, type Plans } from './plans.ts';
import { keptBy } from './prune.ts';
import type { PlaceBackups } from './runs.ts';

type ServerPrune = Extract<Retention, { kind: 'server' }>;

type Retentions = ReturnType<typeof createRetentions>;

export function createRetentions(retentions: readonly Retention[]) {
  const storages = new Map<string, Keep>();
  const prunes: ServerPrune[] = [];
  for (const each of retentions)
    if (each.kind === 'storage') storages.set(`${each.instance}/${each.storage}`, each.keep);
    else if (!each.disabled) prunes.push(each);
  return {
    ofStorage: (instance: string, storage: string): Keep | undefined => storages.get(`${instance}/${storage}`),
    prunesOf: ({ server }: Place): readonly ServerPrune[] =>
      server ? prunes.filter(({ place, maxDepth }) => isWithin(server, place, maxDepth)) : [],
  };
}

export interface PruneMeans {
  places: Places;
  plans: Plans;
  retentions: Retentions;
  zoneOf: (instance: string) => Zone;
}

/**
 * The first prune that removes something. A job prunes after each of its backups of the guest, so the next backup counts. `planned`: the
 * jobs of the guest whose schedules are understood.
 */
export function nextPruneOf(
  { place, backups }: PlaceBackups,
  planned: readonly { job: BackupJob; plan: Plan }[],
  { places, plans, retentions, zoneOf }: PruneMeans,
  now: number,
): NextPrune | undefined {
  const found: NextPrune[] = [];
  const coming = planned.flatMap(({ job, plan: { next } }) => {
    const isHere = job.storage !== undefined && places.ofStorage(job.instance, job.storage, false)?.key === place.key;
    return isHere && next !== undefined ? [{ job, next }] : [];
  });
  const add = (at: number, keep: Keep, made: readonly number[], zone: Zone): void => {
    const all = [...made.map((at) => ({ at, isProtected: false })), ...backups].sort((a, b) => b.at - a.at);
    const survivors = new Set<unknown>(keptBy(keep, all, zone));
    const removes = backups.filter((backup) => !survivors.has(backup)).length;
    const oldest = all.findLast((backup) => survivors.has(backup));
    if (removes === 0 || !oldest) return;
    const oldestAfter = new Date(oldest.at).toISOString();
    found.push({ place: place.key, at: new Date(at).toISOString(), removes, oldestAfter });
  };
  for (const { job, next } of coming) {
    const keep = job.keep ?? retentions.ofStorage(job.instance, job.storage ?? '');
    if (keep) add(next, keep, [next], zoneOf(job.instance));
  }
  for (const { place: at, schedule, keep } of retentions.prunesOf(place)) {
    const plan = schedule === undefined ? undefined : plans.of({ instance: at.server, schedule }, now);
    if (!plan || !isPlan(plan) || plan.next === undefined) continue;
    const due = plan.next;
    const before = coming.filter(({ next }) => next < due).map(({ next }) => next);
    add(due, keep, before, zoneOf(at.server));
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : 1))[0];
}
