// What the tables of nodes have in common.
import { datastoreSubject, nodeSubject, pbsSubject, storageSubject } from '@belfry/domain/alerts/subjects';
import type { Limits } from '@belfry/domain/alerts/thresholds';
import { useAlertPolicies } from '../../api/alert-config.ts';
import { createLimits, withRootLimit } from '../../lib/limits.ts';
import type { Strips } from '../../lib/strips.ts';
import { useList } from '../../live/use-live.ts';
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

const nodeLimits = createLimits(nodeSubject);
const serverLimits = createLimits(pbsSubject);
const storageLimits = createLimits(storageSubject);
const storeLimits = createLimits((store: { server: string; name: string }) =>
  datastoreSubject(store.server, store.name),
);

/** No alert watches a total, but the storage or datastore that a row shows, and the only datastore of a backup server, have their own. */
export function useRowLimits(): (row: SummaryRow) => Limits {
  const policies = useAlertPolicies();
  const [nodes, servers, storages] = [useList('nodes'), useList('pbs'), useList('storage')];
  const ownLimits = (row: SummaryRow): Limits => {
    if (row.list === 'nodes') {
      const node = nodes.find(({ id }) => id === row.id);
      return node ? withRootLimit(policies, node, storages, nodeLimits(policies, node)) : NONE;
    }
    if (row.list !== 'pbs') return NONE;
    const { disk: _, ...limits } = serverLimits(policies, row);
    const [store, ...others] = servers.find(({ id }) => id === row.id)?.datastores ?? [];
    const { usage } = store && others.length === 0 ? storeLimits(policies, { server: row.id, name: store.name }) : NONE;
    return usage ? { ...limits, disk: usage } : limits;
  };
  return (row) => {
    if (!row.fullest) return ownLimits(row);
    const { storage, server = '', name } = row.fullest;
    const { usage } = storage ? storageLimits(policies, storage) : storeLimits(policies, { server, name });
    const { disk: _, ...limits } = ownLimits(row);
    return usage ? { ...limits, disk: usage } : limits;
  };
}
const NONE: Limits = {};

export function lookOf(tab: SummaryTab, row: SummaryRow, selected: string | null, opens = false): string {
  const chosen = selected === null ? '' : selected === row.id ? 'selected' : 'dim';
  return `${rowLook(row.status.figures)} ${chosen} ${opens || selectsRow(tab, row) ? 'cursor-pointer' : ''}`;
}
