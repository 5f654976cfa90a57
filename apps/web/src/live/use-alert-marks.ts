// How rows are marked by the alerts about them. The alerts change with every poll, and most marks do not.
import { type AlertMark, alertMarks } from '@belfry/domain/status';
import { useMemo } from 'react';
import { steady } from '../lib/steady.ts';
import type { Live } from './replica.ts';
import { useLive } from './use-live.ts';

type Marks = ReadonlyMap<string, AlertMark>;

const sameMarks = (a: Marks, b: Marks): boolean =>
  a.size === b.size && [...a].every(([id, mark]) => b.get(id) === mark);
const marksOf = steady<[Parameters<typeof alertMarks>[0]], Marks>(alertMarks, sameMarks);
const none: never[] = [];
const marksIn = ({ state }: Live): Marks => marksOf(state?.activeAlerts ?? none);

/** By the id of the resource: the same map while the marks are the same. */
export const useAlertMarks = (): Marks => useLive(marksIn);

/** For one of thousands of rows: the others do not render when one gets a mark. */
export const useAlertMark = (id: string): AlertMark | undefined => useLive((live) => marksIn(live).get(id));

/** Those of the ids that have alerts: the same set while they are the same. */
export function useAlerted(ids: readonly string[]): ReadonlySet<string> {
  const joined = useLive((live) => ids.filter((id) => marksIn(live).has(id)).join('\n'));
  return useMemo(() => new Set(joined.split('\n')), [joined]);
}
