// From the replica and the view to the rows on the screen.
import { useCallback, useMemo } from 'react';
import { useDockerHosts } from '../../../live/use-live.ts';
import { useKeptGroups, useKeptOrder } from '../../../ui/use-kept-order.ts';
import { entriesOf, type Row, selectContainers, toRows, type View } from './rows.ts';

export interface ContainerRows {
  rows: Row[];
  /** Of the containers shown. */
  running: number;
  other: number;
}

/** While `held`, hosts and containers keep their places, unless the view itself is changed. */
export function useContainerRows(
  view: View,
  held: boolean,
  expanded: Readonly<Record<string, boolean>>,
): ContainerRows {
  const hosts = useDockerHosts();
  const { search, host, grouping, sortKey, descending } = view;
  const own = useMemo<View>(
    () => ({ search, host, grouping, sortKey, descending }),
    [search, host, grouping, sortKey, descending],
  );
  const all = useMemo(() => hosts.flatMap(entriesOf), [hosts]);
  const now = useMemo(() => selectContainers(hosts, own), [hosts, own]);
  const entries = useKeptOrder({ now, all, held, view: JSON.stringify(own) });

  const make = useCallback(
    (before: readonly string[]) => toRows(entries, own, { hosts, expanded, before }),
    [entries, own, hosts, expanded],
  );
  const rows = useKeptGroups(held, make);
  const running = useMemo(() => entries.filter((entry) => entry.running).length, [entries]);
  return { rows, running, other: entries.length - running };
}
