// How full the disks of a guest were around the time of a backup.
import type { Drill, DrillBackup } from '@belfry/schema/drill/drill';
import type { HistoryStore } from './history-store.ts';

const AROUND_MS = 30 * 60_000;
const POINTS = 60;

/** Undefined where the history does not know it, and then the files are not compared. */
export async function useAround(
  history: Pick<HistoryStore, 'series'>,
  guest: string,
  { time }: DrillBackup,
): Promise<Drill['use']> {
  const at = Date.parse(time);
  const range = { from: at - AROUND_MS, to: at + AROUND_MS, points: POINTS };
  const found = await history
    .series({ resources: [{ kind: 'guest', id: guest }], metrics: ['disk'], ...range })
    .catch(() => []);
  const values = (of: 'min' | 'max') =>
    found.flatMap((series) => [...series[of]].filter((value) => Number.isFinite(value) && value >= 0));
  const [low, high] = [values('min'), values('max')];
  if (low.length === 0 || high.length === 0) return undefined;
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return { from: rounded(Math.min(...low)), to: rounded(Math.max(...high)) };
}
