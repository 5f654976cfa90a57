// The storages, grouped by node or each listed once.

import { storageSubject } from '@belfry/domain/alerts/subjects';
import { SHARED } from '@belfry/domain/ids';
import { shownStatus, worstMark } from '@belfry/domain/status';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import { useCallback, useMemo } from 'react';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { formatBytes } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { usePref } from '../../../lib/prefs.ts';
import { SiteMark } from '../../../live/site-mark.tsx';
import { useSiteOf } from '../../../live/sites/use-site-of.ts';
import { useAlertMarks } from '../../../live/use-alert-marks.ts';
import { useAlertsOf } from '../../../live/use-alerts-of.ts';
import { useList } from '../../../live/use-live.ts';
import { AlertList } from '../../../ui/alerts/alert-list.tsx';
import { NodeHead } from '../../../ui/node-head.tsx';
import { NoneFound } from '../../../ui/none-found.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { rowLook } from '../../../ui/table/row-look.ts';
import { columnsOf } from '../../../ui/table/sort.ts';
import { useHold } from '../../../ui/table/use-hold.ts';
import { useKeptGroups, useKeptOrder } from '../../../ui/table/use-kept-order.ts';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { expandedPref } from '../preferences.ts';
import { CephPanel } from './ceph-panel.tsx';
import { poolColumns } from './columns.tsx';
import { type PoolRow, selectStorages, toRows } from './rows.ts';
import { ZfsDetail } from './zfs-detail.tsx';

const storageLimits = createLimits(storageSubject);
const cephLimits = createLimits((ceph: CephCluster) => storageSubject({ ...ceph, node: SHARED }));

export function PoolTable({ filters }: { filters: Filters }) {
  const [storages, nodes, servers] = [useList('storage'), useList('nodes'), useList('pbs')];
  const clusters = useList('cephClusters');
  const [opened, setOpened] = usePref(expandedPref);
  const { search, grouping, node, sortKey, descending } = filters;
  const policies = useAlertPolicies();
  const siteOf = useSiteOf();
  const { held, handlers } = useHold();
  const now = useMemo(
    () => selectStorages(storages, { search, grouping, node, sortKey, descending }, servers, siteOf),
    [storages, servers, siteOf, search, grouping, node, sortKey, descending],
  );
  // the totals of both groupings must be equal
  const hidden = useMemo(
    () =>
      selectStorages(storages, { search, grouping: 'node', node, sortKey, descending }, servers, siteOf).length -
      now.length,
    [storages, servers, siteOf, search, node, sortKey, descending, now],
  );
  const marks = useAlertMarks();
  const view = JSON.stringify([search, grouping, node, sortKey, descending]);
  const shown = useKeptOrder({ now, all: storages, held, view });
  const make = useCallback(
    (before: readonly string[]) => toRows(shown, { grouping, node, search }, nodes, clusters, opened, before, marks),
    [shown, grouping, node, search, nodes, clusters, opened, marks],
  );
  const rows = useKeptGroups(held, make);
  const opens = ({ ceph, storage }: PoolRow) => ceph !== undefined || marks.has(storage.id);
  const why = search.trim() === '' ? messages.noneHere : messages.noMatch(search.trim());
  return (
    <DataTable
      label={messages.tabs.pools}
      role="treegrid"
      rows={rows}
      columns={poolColumns[grouping]}
      {...columnsOf(filters)}
      hold={handlers}
      onOpen={(row) => opens(row) && setOpened({ ...opened, [row.key]: !opened[row.key] })}
      group={(node) => (
        <NodeHead {...node} legend={messages.storages(node.count)} beside={<SiteMark instance={node.instance} />} />
      )}
      item={(row, place) => {
        const { key, storage } = row;
        const expanded = opens(row) ? (opened[key] ?? false) : undefined;
        return (
          <ItemRow
            key={key}
            place={place}
            item={row}
            context={{ grouping, expanded, limits: storageLimits(policies, storage) }}
            look={`${rowLook(shownStatus(storage).figures)} ${expanded === undefined ? '' : 'cursor-pointer'}`}
            mark={worstMark(marks.get(storage.id), row.ceph && marks.get(row.ceph.id))}
            expanded={expanded}
          />
        );
      }}
      detail={(row) => (
        <div className="py-2 pl-5">
          {'zfs' in row ? (
            <ZfsDetail zfs={row.zfs} />
          ) : 'ceph' in row ? (
            <>
              <StorageAlerts id={row.ceph.id} />
              <CephPanel ceph={row.ceph} limit={cephLimits(policies, row.ceph).usage} />
            </>
          ) : (
            <StorageAlerts id={row.storage.id} />
          )}
        </div>
      )}
      below={rows.length === 0 && <NoneFound title={messages.notFound} why={why} filters={filters} />}
      legend={messages.legend(shown.length, formatBytes(shown.reduce((sum, { free }) => sum + free, 0)), hidden)}
    />
  );
}

const StorageAlerts = ({ id }: { id: string }) => <AlertList alerts={useAlertsOf(id)} />;
