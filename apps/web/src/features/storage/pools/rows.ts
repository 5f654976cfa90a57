// From storages to the rows of the pools table: filter, sort, group. Pure.
import { matcherOf } from '@belfry/domain/search/match';
import { shownStatus } from '@belfry/domain/status';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { Node } from '@belfry/schema/entities/node';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage, ZfsPool } from '@belfry/schema/entities/storage';
import { asBefore } from '../../../lib/keep-order.ts';
import { compareText, sortedBy } from '../../../lib/order.ts';
import type { SiteOf } from '../../../live/sites/use-site-of.ts';
import { isUp, type NodeGroup, nodeGroup } from '../../../ui/node-group.ts';
import type { SortKey } from '../preferences.ts';
import { nodesIn, storageSearch } from '../search.ts';

export type { SortKey };

export interface View {
  search: string;
  grouping: 'node' | 'storage';
  /** The id of the selected node, null for all. */
  node: string | null;
  sortKey: SortKey;
  descending: boolean;
}

interface GroupRow extends NodeGroup {
  kind: 'group';
  key: string;
  count: number;
}
export interface PoolRow {
  kind: 'pool';
  key: string;
  storage: Storage;
  /** The Ceph cluster of a storage on Ceph, for its details. */
  ceph: CephCluster | undefined;
}
interface ZfsRow {
  kind: 'detail';
  key: string;
  zfs: ZfsPool;
}
interface CephRow {
  kind: 'detail';
  key: string;
  ceph: CephCluster;
}
interface AlertsRow {
  kind: 'detail';
  key: string;
  /** The storage that has alerts. */
  storage: Storage;
}
export type Row = GroupRow | PoolRow | AlertsRow | ZfsRow | CephRow;

const isCeph = ({ type }: Pick<Storage, 'type'>): boolean => /^(rbd|cephfs|ceph)$/i.test(type);

/** Whether a pool gets its own line: it is not ONLINE, it counted errors, or data is lost. */
export const zfsTroubled = (pool: ZfsPool): boolean =>
  pool.state.toUpperCase() !== 'ONLINE' || errorsOf(pool) > 0 || pool.dataErrors !== undefined;

/** The devices of a pool that have errors. */
export const troubledDevices = (pool: ZfsPool): ZfsPool['devices'] =>
  pool.devices.filter((device) => device.state.toUpperCase() !== 'ONLINE' || errorsOf(device) > 0);

const errorsOf = (thing: { readErrors: number; writeErrors: number; checksumErrors: number }): number =>
  thing.readErrors + thing.writeErrors + thing.checksumErrors;

/**
 * The storages of a view in its order. The search also finds the names of their backup servers. Grouped by storage, those
 * without a size are left out.
 */
export function selectStorages(
  storages: readonly Storage[],
  view: View,
  servers: readonly PbsInstance[] = [],
  siteOf?: SiteOf,
): Storage[] {
  const matches = matcherOf(view.search, storageSearch(servers, siteOf));
  const selected = storages.filter(
    (storage) =>
      (view.grouping === 'node' || storage.total > 0) &&
      (view.node === null || storage.nodeIds.includes(view.node)) &&
      matches(storage),
  );
  return sortedBy(
    selected,
    (storage) => sortValue(storage, view.sortKey),
    view.descending,
    (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.id, b.id),
  );
}

function sortValue(storage: Storage, key: SortKey): string | number {
  if (key === 'status') return shownStatus(storage).label;
  const value = storage[key];
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/**
 * By node, a shared storage is listed under each of its nodes; by storage, it is listed once. `before` are groups that
 * must keep their places. `alerted` are the ids of storages with alerts, which are shown below an expanded one.
 */
export function toRows(
  storages: readonly Storage[],
  view: Pick<View, 'grouping' | 'node' | 'search'>,
  nodes: readonly Node[],
  clusters: readonly CephCluster[],
  expanded: Readonly<Record<string, boolean>>,
  before: readonly string[] = [],
  alerted: Pick<ReadonlySet<string>, 'has'> = nothing,
): Row[] {
  const rowsOf = (storage: Storage, place: string): Row[] => {
    const key = `${place}${storage.id}`;
    const ceph = isCeph(storage) ? cephOf(storage, clusters) : undefined;
    const rows: Row[] = [{ kind: 'pool', key, storage, ceph }];
    const { zfsPool } = storage;
    if (expanded[key] && alerted.has(storage.id)) rows.push({ kind: 'detail', key: `${key}/alerts`, storage });
    if (zfsPool && zfsTroubled(zfsPool)) rows.push({ kind: 'detail', key: `${key}/zfs`, zfs: zfsPool });
    if (ceph && expanded[key]) rows.push({ kind: 'detail', key: `${key}/ceph`, ceph });
    return rows;
  };
  if (view.grouping === 'storage') return storages.flatMap((storage) => rowsOf(storage, ''));
  const known = new Map(nodes.map((node) => [node.id, node]));
  const groups = new Map<string, { head: GroupRow; rows: Row[] }>();
  // A shared storage is listed under each of its nodes: only the nodes that the search asks for are shown.
  const isNodeWanted = nodesIn(view.search);
  for (const storage of storages)
    storage.nodeIds.forEach((id, place) => {
      if (view.node !== null && view.node !== id) return;
      if (!isNodeWanted(storage.nodes[place] ?? '')) return;
      const group = groups.get(id) ?? { head: headOf(id, storage.nodes[place] ?? id, known.get(id), nodes), rows: [] };
      groups.set(id, group);
      group.head.count++;
      group.rows.push(...rowsOf(storage, `${id}/`));
    });
  const order = asBefore(before, byHead);
  return [...groups.values()].sort((a, b) => order(a.head, b.head)).flatMap(({ head, rows }) => [head, ...rows]);
}

/** A storage may be on another cluster than the one of its nodes. */
function cephOf({ instance, name }: Storage, clusters: readonly CephCluster[]): CephCluster | undefined {
  const near = clusters.filter((cluster) => cluster.instance === instance);
  return (
    near.find(({ storages = [] }) => storages.includes(name)) ?? near.find(({ storages }) => storages === undefined)
  );
}

const nothing: ReadonlySet<string> = new Set();

const headOf = (id: string, name: string, node: Node | undefined, nodes: readonly Node[]): GroupRow => ({
  kind: 'group',
  key: `node:${id}`,
  ...nodeGroup(name, node, nodes),
  count: 0,
});

function byHead(a: GroupRow, b: GroupRow): number {
  if (isUp(a) !== isUp(b)) return isUp(a) ? -1 : 1;
  return a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.key < b.key ? -1 : 1);
}
