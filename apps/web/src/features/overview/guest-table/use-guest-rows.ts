// From the replica and the view to the rows on the screen.
import { type GuestCounts, guestCounts } from '@belfry/domain/status';
import { useCallback, useMemo } from 'react';
import { awaiting } from '../../../live/figures.ts';
import type { BySite, SiteRow } from '../../../live/sites/by-site.ts';
import { isSiteRow } from '../../../live/sites/use-by-site.ts';
import { useAlerted } from '../../../live/use-alert-marks.ts';
import { useAllFigures, useSettledList } from '../../../live/use-live.ts';
import { useKeptGroups, useKeptOrder } from '../../../ui/table/use-kept-order.ts';
import { headedAlike, type Row, selectGuests, standsAlike, toRows, usesFigures, type View } from './rows.ts';

export interface GuestRows {
  /** The same object until a row is added, removed or moved. */
  rows: readonly (Row | SiteRow<Row>)[];
  /** Counts of the guests shown. */
  counts: GuestCounts;
  /** Counts of all guests, without filters. */
  total: number;
  /** The figures that filter or order are on their way: rows may be missing, and the order is not right yet. */
  isAwaiting: boolean;
}

/** Of the guests among the rows, and of those that a folded head hides. */
export const countsOf = (rows: GuestRows['rows']): GuestCounts =>
  guestCounts(
    rows
      .flatMap((row) => (isSiteRow(row) ? (row.isOpen ? [] : row.below) : row))
      .filter((row) => row.kind === 'guest')
      .map(({ status }) => status),
  );

const begins = ({ kind }: Row): boolean => kind === 'group';
const instanceOf = (row: Row): string | undefined => (row.kind === 'group' ? row.instance : undefined);

/**
 * While `held`, guests keep their places, unless the view itself is changed. It renders only when a fact changed that filter, order and
 * groups depend on.
 */
export function useGuestRows(
  view: View,
  held: boolean,
  expanded: Readonly<Record<string, boolean>>,
  bySite: BySite | undefined,
  folded: ReadonlySet<string>,
): GuestRows {
  const { search, type, status, grouping, node, sortKey, descending } = view;

  const alike = useMemo(() => standsAlike(search), [search]);
  const [vms, containers] = [useSettledList('vms', alike), useSettledList('containers', alike)];
  const all = useMemo(() => [...vms, ...containers], [vms, containers]);
  const figures = useAllFigures(usesFigures(view));
  const isAwaiting = figures === awaiting;
  const nodes = useSettledList('nodes', headedAlike);
  const now = useMemo(
    () =>
      selectGuests(all, figures, { search, type, status, grouping, node, sortKey, descending }, nodes, bySite?.siteOf),
    [all, figures, nodes, bySite, search, type, status, grouping, node, sortKey, descending],
  );
  const viewKey = JSON.stringify([search, type, status, node, sortKey, descending, isAwaiting]);
  const guests = useKeptOrder({ now, all, held, view: viewKey });

  const alerted = useAlerted(useMemo(() => Object.keys(expanded), [expanded]));
  const make = useCallback(
    (before: readonly string[]) => {
      const made = toRows(guests, grouping, nodes, expanded, before, alerted);
      return bySite && grouping === 'grouped' ? bySite.grouped(made, { begins, instanceOf, before, folded }) : made;
    },
    [guests, grouping, nodes, expanded, alerted, bySite, folded],
  );
  const rows = useKeptGroups(held, make);
  const counts = useMemo(() => countsOf(rows), [rows]);
  return { rows, counts, total: all.length, isAwaiting };
}
