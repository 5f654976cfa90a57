// How rows are marked by the alerts about them, and figures coloured. The alerts change with every poll, and most marks do not.
import { type AlertLevels, alertLevels } from '@belfry/domain/alerts/levels';
import { type AlertMark, alertMarks } from '@belfry/domain/status';
import { useMemo } from 'react';
import { steady } from '../lib/steady.ts';
import type { Live } from './replica.ts';
import { useLive } from './use-live.ts';

type Marks = ReadonlyMap<string, AlertMark>;

const same = <T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): boolean =>
  a.size === b.size && [...a].every(([id, value]) => b.get(id) === value);
const marksOf = steady<[Parameters<typeof alertMarks>[0]], Marks>(alertMarks, same);
const levelsOf = steady<[Parameters<typeof alertLevels>[0]], AlertLevels>(alertLevels, same);
const none: never[] = [];
const levelsIn = ({ state }: Live): AlertLevels => levelsOf(state?.activeAlerts ?? none);
const marksIn = ({ state }: Live): Marks => marksOf(state?.activeAlerts ?? none);

/** By the id of the resource: the same map while the marks are the same. */
export const useAlertMarks = (): Marks => useLive(marksIn);

/** Of the alerts about figures: the same map while their levels are the same. */
export const useAlertLevels = (): AlertLevels => useLive(levelsIn);

/** For one of thousands of rows: the others do not render when one gets a mark. */
export const useAlertMark = (id: string): AlertMark | undefined => useLive((live) => marksIn(live).get(id));

/** Those of the ids that have alerts: the same set while they are the same. */
export function useAlerted(ids: readonly string[]): ReadonlySet<string> {
  const joined = useLive((live) => ids.filter((id) => marksIn(live).has(id)).join('\n'));
  return useMemo(() => new Set(joined.split('\n')), [joined]);
}
