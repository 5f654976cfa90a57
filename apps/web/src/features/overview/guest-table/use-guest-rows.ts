// From the replica and the view to the rows on the screen.
import { useCallback, useMemo } from 'react';
import { useList } from '../../../live/use-live.ts';
import { useKeptGroups, useKeptOrder } from '../../../ui/use-kept-order.ts';
import { onlineNodes, type Row, selectGuests, toRows, type View } from './rows.ts';

export interface GuestRows {
  rows: Row[];
  /** Of the guests shown. */
  running: number;
  stopped: number;
  /** Of all guests, whatever the view. */
  total: number;
}

/** While `held`, guests keep their places, unless the view itself is changed. */
export function useGuestRows(view: View, held: boolean, expanded: Readonly<Record<string, boolean>>): GuestRows {
  const [vms, containers, nodes] = [useList('vms'), useList('containers'), useList('nodes')];
  const { search, type, status, grouping, node, sortKey, descending } = view;

  const all = useMemo(() => [...vms, ...containers], [vms, containers]);
  const now = useMemo(
    () => selectGuests(all, { search, type, status, grouping, node, sortKey, descending }, onlineNodes(nodes)),
    [all, nodes, search, type, status, grouping, node, sortKey, descending],
  );
  const viewKey = JSON.stringify([search, type, status, node, sortKey, descending]);
  const guests = useKeptOrder({ now, all, held, view: viewKey });

  const make = useCallback(
    (before: readonly string[]) => toRows(guests, grouping, nodes, expanded, before),
    [guests, grouping, nodes, expanded],
  );
  const rows = useKeptGroups(held, make);
  const running = useMemo(() => rows.filter((row) => row.kind === 'guest' && row.running).length, [rows]);
  return { rows, running, stopped: guests.length - running, total: all.length };
}
