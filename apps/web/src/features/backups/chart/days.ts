// How many backups each day of a range has, by kind. Pure.
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import { type Backup, type BackupType, dayOf, isFinished } from '../backup.ts';

export const RANGES = [7, 30, 90, 365] as const;
export type Range = (typeof RANGES)[number];

export interface Day extends Record<BackupType, number> {
  /** YYYY-MM-DD, local. */
  day: string;
  total: number;
}

/** `range` days, oldest first; the last is today. */
export function countDays(backups: readonly Backup[], range: Range, now: number): Day[] {
  const today = new Date(now);
  const days = Array.from({ length: range }, (_, place): Day => {
    // noon, so that a change to or from summer time does not move it to another day
    const noon = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (range - 1 - place), 12);
    return { day: dayOf(noon.getTime()), total: 0, snapshot: 0, local: 0, remote: 0 };
  });
  const byDay = new Map(days.map((day) => [day.day, day]));
  for (const backup of backups) {
    const day = byDay.get(backup.day);
    if (!day || !isFinished(backup)) continue;
    day[backup.backupType]++;
    day.total++;
  }
  return days;
}

/** Up to 5 a day is `few`, up to 10 `some`, more is `many`. */
export const abundance = (total: number): 'few' | 'some' | 'many' =>
  total <= 5 ? 'few' : total <= 10 ? 'some' : 'many';

/** The mean over all datastores that report a factor; undefined when none does. */
export function meanDeduplication(servers: readonly Pick<PbsInstance, 'datastores'>[]): number | undefined {
  const factors = servers
    .flatMap(({ datastores }) => datastores.map(({ deduplicationFactor }) => deduplicationFactor ?? 0))
    .filter((factor) => factor > 0);
  return factors.length === 0 ? undefined : factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
}
