// Which backups a prune keeps, as Proxmox decides it.
import type { Keep } from '@belfry/schema/protection/backup-job';
import type { Zone } from '../calendar-event/runs.ts';

interface Prunable {
  at: number;
  isProtected: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** 1970 began on a Thursday, and weeks begin on Monday. */
const FIRST_WEEKDAY = 3;

/** The period of an instant, on the clock of the host. */
const periods = [
  ['last', (wall: number) => wall],
  ['hourly', (wall: number) => Math.floor(wall / HOUR_MS)],
  ['daily', (wall: number) => Math.floor(wall / DAY_MS)],
  ['weekly', (wall: number) => Math.floor((Math.floor(wall / DAY_MS) + FIRST_WEEKDAY) / 7)],
  ['monthly', (wall: number) => new Date(wall).getUTCFullYear() * 12 + new Date(wall).getUTCMonth()],
  ['yearly', (wall: number) => new Date(wall).getUTCFullYear()],
] as const;

/**
 * The backups that remain of `backups`, which has the newest first. Each option keeps the newest backup of so many periods that no
 * option before it has covered. Protected backups remain and cover nothing. Without any option all of them remain.
 */
export function keptBy<B extends Prunable>(keep: Keep, backups: readonly B[], zone: Zone): B[] {
  const isSet = periods.some(([name]) => (keep[name] ?? 0) > 0);
  if (keep.all || !isSet) return [...backups];
  const judged = backups
    .filter(({ isProtected }) => !isProtected)
    .map((backup) => ({ backup, wall: wallOf(backup, zone) }));
  const verdicts = new Map<B, boolean>();
  for (const [name, periodOf] of periods) {
    const most = keep[name] ?? 0;
    if (most <= 0) continue;
    const covered = new Set(judged.filter(({ backup }) => verdicts.get(backup)).map(({ wall }) => periodOf(wall)));
    const chosen = new Set<number>();
    for (const { backup, wall } of judged) {
      const period = periodOf(wall);
      if (verdicts.has(backup) || covered.has(period)) continue;
      if (chosen.has(period)) verdicts.set(backup, false);
      else if (chosen.size >= most) break;
      else {
        chosen.add(period);
        verdicts.set(backup, true);
      }
    }
  }
  return backups.filter((backup) => backup.isProtected || verdicts.get(backup) === true);
}

const wallOf = ({ at }: Prunable, zone: Zone): number => at + zone(at);
