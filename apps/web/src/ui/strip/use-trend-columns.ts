// The columns of a table that may have strips. Their code is loaded when they are shown first.
import type { Limits } from '@belfry/domain/alerts/thresholds';
import { useMemo } from 'react';
import { lateCode, useLateCode } from '../../lib/late-code.ts';
import type { StripKind, Strips } from '../../lib/strips.ts';
import type { Column } from '../table/column.ts';

const trendColumns = lateCode(async () => (await import('./trend-columns.tsx')).withTrends, false);

/** The same array as long as the columns are the same. */
export function useTrendColumns<
  I extends { id: string },
  C extends { strips: Strips | undefined; limits: Limits },
  K extends string,
>(columns: readonly Column<I, C, K>[], kind: StripKind, isOn: boolean): readonly Column<I, C, K>[] {
  const withTrends = useLateCode(trendColumns, isOn);
  return useMemo(() => (isOn && withTrends ? withTrends(columns, kind) : columns), [columns, kind, isOn, withTrends]);
}
