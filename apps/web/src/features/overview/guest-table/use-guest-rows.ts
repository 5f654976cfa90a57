// From the replica and the view to the rows on the screen.
import { type GuestCounts, guestCounts } from '@belfry/domain/status';
import { useCallback, useMemo } from 'react';
import { useAlerted } from '../../../live/use-alert-marks.ts';
import { useAllFigures, useSettledList } from '../../../live/use-live.ts';
import { useKeptGroups, useKeptOrder } from '../../../ui/table/use-kept-order.ts';
import {
  headedAlike,
  namedAlike,
  placedAlike,
  type Row,
  selectGuests,
  standsAlike,
  toRows,
  usesFigures,
  type View,
} from './rows.ts';

export interface GuestRows {
  /** The same object until a row is added, removed or moved. */
  rows: Row[];
  /** Counts of the guests shown. */
  counts: GuestCounts;
  /** Counts of all guests, without filters. */
  total: number;
}

/**
 * While `held`, guests keep their places, unless the view itself is changed. It renders only when a fact changed that filter, order and
 * groups depend on.
 */
export function useGuestRows(view: View, held: boolean, expanded: Readonly<Record<string, boolean>>): GuestRows {
  const { search, type, status, grouping, node, sortKey, descending } = view;

  const alike = useMemo(() => standsAlike(search), [search]);
  const [vms, containers] = [useSettledList('vms', alike), useSettledList('containers', alike)];
  const all = useMemo(() => [...vms, ...containers], [vms, containers]);
  const figures = useAllFigures(usesFigures(view));
  const nodes = useSettledList('nodes', headedAlike);
  const [instances, sites] = [useSettledList('instances', placedAlike), useSettledList('sites', namedAlike)];
  const places = useMemo(() => ({ instances, sites }), [instances, sites]);
  const now = useMemo(
    () => selectGuests(all, figures, { search, type, status, grouping, node, sortKey, descending }, nodes, places),
    [all, figures, nodes, places, search, type, status, grouping, node, sortKey, descending],
  );
  const viewKey = JSON.stringify([search, type, status, node, sortKey, descending]);
  const guests = useKeptOrder({ now, all, held, view: viewKey });

  const alerted = useAlerted(useMemo(() => Object.keys(expanded), [expanded]));
  const make = useCallback(
    (before: readonly string[]) => toRows(guests, grouping, nodes, expanded, before, alerted),
    [guests, grouping, nodes, expanded, alerted],
  );
  const rows = useKeptGroups(held, make);
  const counts = useMemo(() => guestCounts(rows.flatMap((row) => (row.kind === 'guest' ? [row.status] : []))), [rows]);
  return { rows, counts, total: all.length };
}
