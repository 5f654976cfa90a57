// From the replica and the view to the rows on the screen.
import { instanceId } from '@belfry/domain/ids';
import { dockerHostStatus } from '@belfry/domain/status';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { useCallback, useMemo } from 'react';
import { useSiteOf } from '../../../live/sites/use-site-of.ts';
import { useDockerHosts } from '../../../live/use-live.ts';
import { useKeptGroups, useKeptOrder } from '../../../ui/table/use-kept-order.ts';
import { entriesOf, type Row, selectContainers, toRows, type View } from './rows.ts';

export interface ContainerRows {
  rows: readonly Row[];
  /** The counts of the containers shown. */
  counts: { running: number; other: number; unreachable: number };
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
  const siteOf = useSiteOf();
  const siteOfHost = useMemo(() => (each: DockerHost) => siteOf({ instance: instanceId('docker', each.id) }), [siteOf]);
  const now = useMemo(() => selectContainers(hosts, own, siteOfHost), [hosts, own, siteOfHost]);
  const entries = useKeptOrder({ now, all, held, view: JSON.stringify(own) });

  const make = useCallback(
    (before: readonly string[]) => toRows(entries, own, { hosts, expanded, before }),
    [entries, own, hosts, expanded],
  );
  const rows = useKeptGroups(held, make);
  const counts = useMemo(() => {
    const running = entries.filter((entry) => entry.running).length;
    const unreachable = entries.filter(({ host }) => dockerHostStatus(host).word === 'unreachable').length;
    return { running, unreachable, other: entries.length - running - unreachable };
  }, [entries]);
  return { rows, counts };
}
