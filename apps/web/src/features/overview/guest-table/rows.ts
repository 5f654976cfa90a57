// Guests → rows of the table: filter, sort, group. Pure; 10,000 guests in a few milliseconds.
import { type Figures, type GuestFacts, unknownFigures } from '@belfry/domain/guest-figures';
import { byNumber } from '@belfry/domain/guest-number';
import { clusterNames, comparesFigures, guestSearch } from '@belfry/domain/search/guest';
import { matcherOf } from '@belfry/domain/search/match';
import {
  countedAs,
  type GuestCounts,
  type GuestState,
  guestStatus,
  nodeOnline,
  nodeStatus,
  noGuests,
  parentOf,
  type ShownStatus,
} from '@belfry/domain/status';
import type { Node } from '@belfry/schema/entities/node';
import { asBefore } from '../../../lib/keep-order.ts';
import { compareText, natural, sortedBy } from '../../../lib/order.ts';
import { hasDetail } from '../../../ui/guest/contents.ts';
import { isUp, type NodeGroup, nodeGroup } from '../../../ui/node-group.ts';
import type { SortKey } from '../preferences.ts';
import { figureOf } from './figures.ts';

export type { SortKey };

export interface View {
  search: string;
  type: 'all' | 'vm' | 'lxc';
  status: 'all' | GuestState;
  grouping: 'grouped' | 'flat';
  /** The id of the selected node, null for all. */
  node: string | null;
  sortKey: SortKey;
  descending: boolean;
}

export interface GroupRow extends NodeGroup {
  kind: 'group';
  key: string;
  counts: GuestCounts;
}
/** A row contains only the id of its guest, because the figures change far more often than the place. */
interface GuestRow {
  kind: 'guest';
  /** The id of the guest, as is `id`. */
  key: string;
  id: string;
  status: ShownStatus;
}
interface DetailRow {
  kind: 'detail';
  key: string;
  /** The id of the guest. */
  id: string;
}
export type Row = GroupRow | GuestRow | DetailRow;

const onlineNodes = (nodes: readonly Node[]): Set<string> => new Set(nodes.filter(nodeOnline).map((node) => node.id));

/** Whether a view filters or sorts by figures. */
export const usesFigures = ({ search, sortKey }: Pick<View, 'search' | 'sortKey'>): boolean =>
  comparesFigures(search) || !['name', 'type', 'vmid'].includes(sortKey);

/**
 * The guests a view shows, in its order. `figures` may be empty for a view that does not use them. `siteOf`: see `guestSearch`.
 */
export function selectGuests(
  guests: readonly GuestFacts[],
  figures: Pick<ReadonlyMap<string, Figures>, 'get'>,
  view: View,
  nodes: readonly Node[],
  siteOf?: (guest: GuestFacts) => string | undefined,
): GuestFacts[] {
  const online = onlineNodes(nodes);
  const statusOf = (guest: GuestFacts) => guestStatus(guest, online);
  const figuresOf = (id: string) => figures.get(id) ?? unknownFigures;
  const search = guestSearch({ statusOf, figuresOf, clusterOf: clusterNames(nodes), ...(siteOf && { siteOf }) });
  const matches = matcherOf(view.search, search);
  const type = { all: undefined, vm: 'qemu', lxc: 'lxc' }[view.type];
  const selected = guests.filter(
    (guest) =>
      (view.node === null || parentOf(guest) === view.node) &&
      (type === undefined || guest.type === type) &&
      (view.status === 'all' || countedAs(statusOf(guest)) === view.status) &&
      matches(guest),
  );
  return sortedBy(
    selected,
    (guest) =>
      sortValue(guest, view.sortKey, () => (statusOf(guest).figures === 'now' ? figuresOf(guest.id) : undefined)),
    view.descending,
    (a, b) => byNumber(a, b) || compareText(a.id, b.id),
  );
}

/** Only current figures are sorted, and an unknown disk usage is not. */
function sortValue(guest: GuestFacts, key: SortKey, figures: () => Figures | undefined): string | number | undefined {
  if (key === 'name') return natural(guest.name);
  if (key === 'type' || key === 'vmid') return guest[key];
  const known = figures();
  return known && figureOf(key, known);
}

/**
 * Whether two versions of a guest have the same row in the same place, given the same nodes and figures. Null for a search, because
 * it may compare any fact.
 */
export function standsAlike(search: string) {
  if (search.trim() !== '') return null;
  return (a: GuestFacts, b: GuestFacts): boolean =>
    a.id === b.id &&
    a.status === b.status &&
    a.staleSince === b.staleSince &&
    a.name === b.name &&
    a.vmid === b.vmid &&
    a.type === b.type &&
    a.node === b.node &&
    a.instance === b.instance &&
    hasDetail(a) === hasDetail(b);
}

/** Whether two versions of a node have the same head, and count the same guests as running. */
export const headedAlike = (a: Node, b: Node): boolean =>
  a.id === b.id &&
  nodeStatus(a).word === nodeStatus(b).word &&
  a.staleSince === b.staleSince &&
  a.name === b.name &&
  a.displayName === b.displayName &&
  a.host === b.host &&
  a.url === b.url &&
  a.isClusterMember === b.isClusterMember &&
  a.clusterName === b.clusterName;

/**
 * Grouped: nodes that are online first, then by name, each above its guests; `before` are groups that keep their places.
 * The row of an expanded guest is followed by its details. `alerted` are the ids of guests with alerts, which are details too.
 */
export function toRows(
  guests: readonly GuestFacts[],
  grouping: View['grouping'],
  nodes: readonly Node[],
  expanded: Readonly<Record<string, boolean>>,
  before: readonly string[] = [],
  alerted: ReadonlySet<string> = nobody,
): Row[] {
  const online = onlineNodes(nodes);
  // a set: to look each of 10,000 guests up in the record takes a third of the time
  const open = new Set(Object.keys(expanded).filter((id) => expanded[id]));
  const add = (rows: Row[], guest: GuestFacts): ShownStatus => {
    const { id } = guest;
    const status = guestStatus(guest, online);
    rows.push({ kind: 'guest', key: id, id, status });
    if (open.has(id) && (alerted.has(id) || hasDetail(guest))) rows.push({ kind: 'detail', key: `${id}/detail`, id });
    return status;
  };
  if (grouping === 'flat') {
    const rows: Row[] = [];
    for (const guest of guests) add(rows, guest);
    return rows;
  }
  const known = new Map(nodes.map((node) => [node.id, node]));
  const groups = new Map<string, { head: GroupRow; rows: Row[] }>();
  for (const guest of guests) {
    const id = parentOf(guest);
    const group = groups.get(id) ?? { head: groupRow(id, guest, known.get(id), nodes), rows: [] };
    groups.set(id, group);
    group.head.counts[countedAs(add(group.rows, guest))]++;
  }
  const order = asBefore(before, byHead);
  return [...groups.values()].sort((a, b) => order(a.head, b.head)).flatMap(({ head, rows }) => [head, ...rows]);
}

const nobody: ReadonlySet<string> = new Set();

const groupRow = (id: string, guest: GuestFacts, node: Node | undefined, nodes: readonly Node[]): GroupRow => ({
  kind: 'group',
  key: `node:${id}`,
  ...nodeGroup(guest.node, node, nodes),
  instance: guest.instance,
  counts: { ...noGuests },
});

function byHead(a: GroupRow, b: GroupRow): number {
  if (isUp(a) !== isUp(b)) return isUp(a) ? -1 : 1;
  return compareText(natural(a.name), natural(b.name)) || compareText(a.key, b.key);
}
