// What the tables of nodes have in common.
import { nodeSubject, pbsSubject, storageSubject } from '@belfry/domain/alerts/subjects';
import type { Limits } from '@belfry/domain/alerts/thresholds';
import type { Storage } from '@belfry/schema/entities/storage';
import { useAlertPolicies } from '../../api/alert-config.ts';
import { createLimits } from '../../lib/limits.ts';
import type { Strips } from '../../lib/strips.ts';
import { rowLook } from '../../ui/table/row-look.ts';
import type { SummaryTab } from './counts.ts';
import type { SummaryRow, SummarySort } from './summary-rows.ts';

export interface TableProps {
  /** The screen below. It decides what is counted, and by which rows the screen can be filtered. */
  tab: SummaryTab;
  rows: readonly SummaryRow[];
  /** The id of the selected node. */
  selected: string | null;
  /** Selects a row; the selected one it deselects. */
  onSelect(id: string): void;
  /** Null is the default order. */
  sort: SummarySort | null;
  onSort(sort: SummarySort | null): void;
  /** The last hour of the nodes. Undefined while it is not shown. */
  strips?: Strips | undefined;
}

const SELECTABLE: Record<SummaryTab, readonly SummaryRow['list'][]> = {
  dashboard: ['nodes'],
  storage: ['nodes'],
  backups: ['nodes', 'pbs'],
};

export const selectsRow = (tab: SummaryTab, { list }: SummaryRow): boolean => SELECTABLE[tab].includes(list);

const rowLimits = createLimits((row: SummaryRow) => (row.list === 'pbs' ? pbsSubject(row) : nodeSubject(row)));
const storageLimits = createLimits((storage: Storage) => storageSubject(storage));

/** No alert watches a total, but the fullest storage of a cluster has its own. */
export function useRowLimits(): (row: SummaryRow) => Limits {
  const policies = useAlertPolicies();
  return (row) => {
    if (row.list === 'nodes' || row.list === 'pbs') return rowLimits(policies, row);
    const limit = row.fullest?.storage && storageLimits(policies, row.fullest.storage).usage;
    return limit ? { disk: limit } : {};
  };
}

export function lookOf(tab: SummaryTab, row: SummaryRow, selected: string | null, opens = false): string {
  const chosen = selected === null ? '' : selected === row.id ? 'selected' : 'dim';
  return `${rowLook(row.status.figures)} ${chosen} ${opens || selectsRow(tab, row) ? 'cursor-pointer' : ''}`;
}
