// The storages, grouped by node or each listed once.
import { storageSubject } from '@belfry/domain/alerts/subjects';
import { alertMarks, shownStatus } from '@belfry/domain/status';
import { type MouseEvent, useCallback, useMemo, useRef } from 'react';
import { useAlertConfig } from '../../../api/alert-config.ts';
import { useAtLeast } from '../../../lib/breakpoint.ts';
import { formatBytes } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { usePref } from '../../../lib/prefs.ts';
import { useList } from '../../../live/use-live.ts';
import { NodeHead } from '../../../ui/node-head.tsx';
import { NoneFound } from '../../../ui/none-found.tsx';
import { rowLook } from '../../../ui/row-look.ts';
import { SortHeader } from '../../../ui/sort-header.tsx';
import { useHold } from '../../../ui/use-hold.ts';
import { useKeptGroups, useKeptOrder } from '../../../ui/use-kept-order.ts';
import { useRowNavigation } from '../../../ui/use-row-navigation.ts';
import { sortedHead } from '../../../ui/use-sort.ts';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { expandedPref } from '../preferences.ts';
import { CephPanel } from './ceph-panel.tsx';
import { poolColumns } from './columns.tsx';
import { selectStorages, toRows } from './rows.ts';
import { ZfsDetail } from './zfs-detail.tsx';

const storageLimits = createLimits(storageSubject);

export function PoolTable({ filters }: { filters: Filters }) {
  const [storages, nodes, servers] = [useList('storage'), useList('nodes'), useList('pbs')];
  const [clusters, alerts] = [useList('cephClusters'), useList('activeAlerts')];
  const [expanded, setExpanded] = usePref(expandedPref);
  const { search, grouping, node, sortKey, descending } = filters;
  const config = useAlertConfig();
  const { held, handlers } = useHold();
  const now = useMemo(
    () => selectStorages(storages, { search, grouping, node, sortKey, descending }, servers),
    [storages, servers, search, grouping, node, sortKey, descending],
  );
  // the totals of both groupings must be equal
  const hidden = useMemo(
    () =>
      selectStorages(storages, { search, grouping: 'node', node, sortKey, descending }, servers).length - now.length,
    [storages, servers, search, node, sortKey, descending, now],
  );
  const view = JSON.stringify([search, grouping, node, sortKey, descending]);
  const shown = useKeptOrder({ now, all: storages, held, view });
  const make = useCallback(
    (before: readonly string[]) => toRows(shown, { grouping, node, search }, nodes, clusters, expanded, before),
    [shown, grouping, node, search, nodes, clusters, expanded],
  );
  const rows = useKeptGroups(held, make);
  const marks = useMemo(() => alertMarks(alerts), [alerts]);
  const atLeast = useAtLeast();
  const columns = poolColumns.filter(({ id, from }) => atLeast(from) && (id !== 'shared' || grouping === 'node'));

  const body = useRef<HTMLTableSectionElement>(null);
  const toggle = (key: string) => setExpanded({ ...expanded, [key]: !expanded[key] });
  const reveal = (place: number) => body.current?.children[place]?.scrollIntoView({ block: 'nearest' });
  const navigation = useRowNavigation(rows, reveal, toggle);
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const row =
      target instanceof Element && !target.closest('a, button') && target.closest<HTMLElement>('tr[data-key]');
    const key = row ? row.dataset.key : undefined;
    if (key === undefined) return;
    navigation.setCurrent(key);
    if (rows.some((each) => each.key === key && each.kind === 'pool' && each.ceph)) toggle(key);
  };

  const why = search.trim() === '' ? messages.noneHere : messages.noMatch(search.trim());
  return (
    <>
      <div className="card">
        <table
          className="rows"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows have keyboard navigation and can be opened
          role="treegrid"
          aria-label={messages.tabs.pools}
          onClick={onClick}
          onKeyDown={navigation.onKeyDown}
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} className={column.className} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ id, head, sort, numeric, className }) =>
                sort === undefined ? (
                  <th key={id} scope="col" className={className}>
                    {head}
                  </th>
                ) : (
                  <SortHeader key={id} className={className} numeric={numeric} {...sortedHead(filters, sort)}>
                    {head}
                  </SortHeader>
                ),
              )}
            </tr>
          </thead>
          <tbody ref={body} {...handlers}>
            {rows.map((row) => {
              const tabIndex = row.key === navigation.current ? 0 : -1;
              if (row.kind === 'group')
                return (
                  <tr key={row.key} className="group" data-key={row.key} aria-level={1} tabIndex={tabIndex}>
                    <td colSpan={columns.length}>
                      <NodeHead {...row} legend={messages.storages(row.count)} />
                    </td>
                  </tr>
                );
              if (row.kind === 'detail')
                return (
                  <tr key={row.key} className="detail">
                    <td colSpan={columns.length} className="bg-raise! py-2! pl-8! whitespace-normal!">
                      {'zfs' in row ? <ZfsDetail zfs={row.zfs} /> : <CephPanel ceph={row.ceph} />}
                    </td>
                  </tr>
                );
              const { storage, ceph } = row;
              const { figures } = shownStatus(storage);
              const limits = storageLimits(config, storage);
              const open = ceph && (expanded[row.key] ?? false);
              return (
                <tr
                  key={row.key}
                  className={`row ${rowLook(figures)} ${ceph ? 'cursor-pointer' : ''}`}
                  data-key={row.key}
                  data-mark={marks.get(storage.id)}
                  aria-level={grouping === 'node' ? 2 : 1}
                  aria-expanded={open}
                  tabIndex={tabIndex}
                >
                  {columns.map((column) => (
                    <td key={column.id} className={`${column.numeric ? 'num' : ''} ${column.className}`}>
                      {column.cell(row, { grouping, expanded: open, limits })}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        {rows.length === 0 && <NoneFound title={messages.notFound} why={why} filters={filters} />}
      </div>
      <p className="sticky bottom-0 left-0 z-10 flex h-7 items-center bg-bg px-3.5 text-sm text-mute tabular-nums">
        {messages.legend(shown.length, formatBytes(shown.reduce((sum, { free }) => sum + free, 0)), hidden)}
      </p>
    </>
  );
}
