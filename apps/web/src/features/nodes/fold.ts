// Which nodes of a large estate have a row. Pure.
import type { ClusterGroup } from './clusters.ts';
import { messages } from './messages.ts';
import type { SummaryRow } from './summary-rows.ts';
import { badness, totalOf } from './totals.ts';

/** A row of the table. `open` is undefined for what cannot be unfolded; `depth` 2 is below a cluster. */
export interface ShownRow {
  row: SummaryRow;
  depth: 1 | 2;
  open: boolean | undefined;
}

interface Folding {
  /** The number of rows that there is room for. What the user opened is shown in any case. */
  room: number;
  /** By the id of the row of a cluster: whether the user opened or closed it. */
  chosen: Readonly<Record<string, boolean>>;
  /** A row that must be seen, because it filters the screen. */
  selected: string | null;
  /** It has a critical alert. */
  isCritical?: ((row: SummaryRow) => boolean) | undefined;
}

/** A cluster with trouble unfolds as far as there is room: its nodes in trouble, and the others in one row. */
export function foldClusters(
  groups: readonly ClusterGroup[],
  { room, chosen, selected, isCritical }: Folding,
): ShownRow[] {
  let left = room - groups.length;
  return groups.flatMap((group): ShownRow[] => {
    const { row, members } = group;
    if (members.length === 0) return [{ row, depth: 1, open: undefined }];
    const shown = shownOf(group, { room: left, chosen, selected, isCritical });
    const others = members.filter((member) => !shown.includes(member));
    const below = shown.map((member): ShownRow => ({ row: member, depth: 2, open: undefined }));
    if (shown.length > 0 && others.length > 0) below.push({ row: restOf(row, others), depth: 2, open: undefined });
    left -= below.length;
    return [{ row, depth: 1, open: below.length > 0 }, ...below];
  });
}

function shownOf(
  { row, members, troubled }: ClusterGroup,
  { room, chosen, selected, isCritical = () => false }: Folding,
): readonly SummaryRow[] {
  const open = chosen[row.id];
  const isSelected = ({ id }: SummaryRow) => id === selected;
  if (open === false || (open === undefined && troubled.length === 0)) return members.filter(isSelected);
  if (open || members.length <= room) return members;
  const worst = troubled.toSorted(
    (a, b) => badness[b.status.tone] - badness[a.status.tone] || Number(isCritical(b)) - Number(isCritical(a)),
  );
  const fitting = worst.slice(0, Math.max(0, room - 1));
  return members.filter((member) => fitting.includes(member) || isSelected(member));
}

function restOf(cluster: SummaryRow, others: readonly SummaryRow[]): SummaryRow {
  return {
    ...totalOf(others),
    id: `rest:${cluster.id}`,
    instance: undefined,
    list: 'rest',
    standsFor: others.map(({ id }) => id),
    name: cluster.list === 'servers' ? messages.otherServers(others.length) : messages.otherNodes(others.length),
    disk: undefined,
    answering: undefined,
  };
}
