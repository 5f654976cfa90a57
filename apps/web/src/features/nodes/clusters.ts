// The nodes of a large estate by cluster, and the backup servers as one group. Pure.

import { compareText } from '../../lib/order.ts';
import type { ClusterTrouble } from './cluster-trouble.ts';
import { messages } from './messages.ts';
import type { Fullest, SummaryRow } from './summary-rows.ts';
import { totalOf } from './totals.ts';

/** Up to this number of nodes in one cluster each of them is a row. */
const FEW_NODES = 8;

/** A cluster, or several backup servers: `row` has their totals. Anything else is a row without `members`. */
export interface ClusterGroup {
  row: SummaryRow;
  members: readonly SummaryRow[];
  /** The members that do not answer or have a critical alert of their own. */
  troubled: readonly SummaryRow[];
}

/** A member that does not answer is worse than one with a critical alert. */
export const rankOf = ({ status }: SummaryRow, isTroubled: boolean): number =>
  status.isProblem || status.word === 'unreachable' ? 2 : Number(isTroubled);

const worstOf = ({ troubled }: ClusterGroup): number => Math.max(0, ...troubled.map((row) => rankOf(row, true)));

/** The key of the backup servers of a site; a cluster has that of its instance. */
export const serversOf = (site: string | undefined): string => `pbs${site ?? ''}`;

/** The id of the row of a cluster, or of the backup servers. */
export const groupId = (key: string): string => `cluster:${key}`;

const hosts = (rows: readonly SummaryRow[]) => rows.filter(({ list }) => list === 'nodes');

/** Whether the nodes are shown by cluster unless the user chose otherwise. */
export const isLarge = (rows: readonly SummaryRow[]): boolean => {
  const nodes = hosts(rows);
  const clusters = [...Map.groupBy(nodes, ({ instance }) => instance).values()].filter(({ length }) => length > 1);
  return nodes.length > FEW_NODES || clusters.length > 1;
};

interface Surroundings {
  isTroubled(row: SummaryRow): boolean;
  /** By the id of the instance, and of the backup server. */
  fullest: ReadonlyMap<string, Fullest>;
  /** The problem of a cluster as a whole, in words. */
  troubleOf?(instance: string): ClusterTrouble | undefined;
  /** The id of the site of a row. Backup servers of two sites are two groups. */
  placeOf?(row: SummaryRow): string | undefined;
}

/** The clusters with the worst trouble come first, then by name; backup servers are last. `rows` in the order of the nodes within a cluster. */
export function clusterGroups(
  rows: readonly SummaryRow[],
  { isTroubled, fullest, troubleOf, placeOf }: Surroundings,
): ClusterGroup[] {
  const keyOf = (row: SummaryRow) => (row.list === 'pbs' ? serversOf(placeOf?.(row)) : (row.instance ?? row.id));
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, all]): ClusterGroup => {
      const [only, ...more] = all as [SummaryRow, ...SummaryRow[]];
      if (more.length === 0) {
        const row = withFullest(only, key, fullest);
        return { row, members: [], troubled: [row].filter(isTroubled) };
      }
      // the disk of a node in a cluster is its own
      const members = all.map((row) => (row.list === 'pbs' ? withFullest(row, key, fullest) : row));
      const troubled = members.filter(isTroubled);
      const trouble = troubleOf?.(key);
      return {
        row: {
          ...totalOf(members),
          ...nameOf(key, members),
          ...fullestOf(key, members, fullest),
          ...(trouble && { trouble: trouble.short, problems: [`${trouble.what}: ${trouble.meaning}`] }),
        },
        members,
        troubled,
      };
    })
    .sort(byTrouble);
}

const isServer = ({ list }: SummaryRow): boolean => list === 'pbs' || list === 'servers';

const byTrouble = (a: ClusterGroup, b: ClusterGroup): number =>
  Number(isServer(a.row)) - Number(isServer(b.row)) ||
  worstOf(b) - worstOf(a) ||
  compareText(a.row.name.toLowerCase(), b.row.name.toLowerCase()) ||
  compareText(a.row.id, b.row.id);

function nameOf(key: string, members: readonly SummaryRow[]): Pick<SummaryRow, 'id' | 'instance' | 'list' | 'name'> {
  const id = groupId(key);
  const [first] = members;
  // the first server says where they are
  if (first?.list === 'pbs') return { id, instance: first.id, list: 'servers', name: messages.servers(members.length) };
  return { id, instance: key, list: 'clusters', name: members.find(({ remark }) => remark !== '')?.remark ?? key };
}

/** A host by itself, or a backup server, with the storage or datastore that is the fullest, where one is known. */
function withFullest(row: SummaryRow, key: string, fullest: Surroundings['fullest']): SummaryRow {
  const own = fullestOf(key, [row], fullest);
  return own.fullest ? { ...row, ...own } : row;
}

function fullestOf(
  key: string,
  members: readonly SummaryRow[],
  fullest: Surroundings['fullest'],
): Pick<SummaryRow, 'disk' | 'fullest'> {
  const found = (members[0]?.list === 'pbs' ? members.map(({ id }) => id) : [key]).flatMap(
    (id) => fullest.get(id) ?? [],
  );
  const worst = found.reduce<Fullest | undefined>((a, b) => (a && a.percent >= b.percent ? a : b), undefined);
  return { fullest: worst, disk: worst && { percent: worst.percent, used: worst.used, total: worst.total } };
}
