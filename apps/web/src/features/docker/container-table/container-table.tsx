// The containers, by host or in one list: virtual rows, sticky head and legend.
import { containerSubject } from '@belfry/domain/alerts/subjects';
import { alertMarks } from '@belfry/domain/status';
import { type MouseEvent, useMemo, useRef } from 'react';
import { useAlertConfig } from '../../../api/alert-config.ts';
import { useAtLeast } from '../../../lib/breakpoint.ts';
import { createLimits } from '../../../lib/limits.ts';
import { usePref } from '../../../lib/prefs.ts';
import { useList } from '../../../live/use-live.ts';
import { NoneFound } from '../../../ui/none-found.tsx';
import { SortHeader } from '../../../ui/sort-header.tsx';
import { useHold } from '../../../ui/use-hold.ts';
import { useRowNavigation } from '../../../ui/use-row-navigation.ts';
import { sortedHead } from '../../../ui/use-sort.ts';
import { narrow, useVirtualRows } from '../../../ui/use-virtual-rows.ts';
import { VirtualBody } from '../../../ui/virtual-body.tsx';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { expandedPref } from '../preferences.ts';
import { type ContainerColumn, containerColumns } from './columns.tsx';
import { ContainerDetail } from './container-detail.tsx';
import { ContainerRow } from './container-row.tsx';
import { HostRow } from './host-row.tsx';
import type { Entry, Row } from './rows.ts';
import { useContainerRows } from './use-container-rows.ts';

/** Pixels, as in styles.css. */
const HEIGHTS = {
  narrow: { head: 40, heightOf: ({ kind }: Row) => ({ container: 44, group: 40, detail: 420 })[kind] },
  wide: { head: 28, heightOf: ({ kind }: Row) => ({ container: 28, group: 26, detail: 170 })[kind] },
};

const containerLimits = createLimits(({ host, container }: Entry) => containerSubject(host, container));

export function ContainerTable({ filters }: { filters: Filters }) {
  const frame = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = usePref(expandedPref);
  const alerts = useList('activeAlerts');
  const marks = useMemo(() => alertMarks(alerts), [alerts]);
  const config = useAlertConfig();
  const { held, handlers } = useHold();
  const { rows, counts } = useContainerRows(filters, held, expanded);
  const { virtual } = useVirtualRows(rows, frame, HEIGHTS[narrow() ? 'narrow' : 'wide']);
  const toggle = (key: string) => setExpanded({ ...expanded, [key]: !expanded[key] });
  const navigation = useRowNavigation(rows, (place) => virtual.scrollToIndex(place), toggle);
  const { grouping } = filters;
  const columns = useColumns(grouping);
  const search = filters.search.trim();
  const why = search === '' ? messages.noneHere : messages.noMatch(search);

  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-key]') : null;
    const key = row?.dataset.key;
    if (key === undefined) return;
    navigation.setCurrent(key);
    // selecting text is not a click
    if (row?.classList.contains('row') && getSelection()?.isCollapsed !== false) toggle(key);
  };

  return (
    <div ref={frame} className="min-w-0 flex-1">
      <div className="card">
        <table
          className="rows"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows have keyboard navigation and can be opened
          role="treegrid"
          aria-label={messages.table}
          aria-rowcount={rows.length + 1}
          onClick={onClick}
          onKeyDown={navigation.onKeyDown}
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} className={column.className} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(({ id, head, numeric, className }) => (
                <SortHeader key={id} numeric={numeric} className={className} {...sortedHead(filters, id)}>
                  {head}
                </SortHeader>
              ))}
            </tr>
          </thead>
          <VirtualBody virtual={virtual} columns={columns.length} {...handlers}>
            {({ index: place, key }) => {
              const row = rows[place] as Row;
              const shared = { index: place + 2, current: row.key === navigation.current };
              if (row.kind === 'group') {
                const { host, running, count } = row;
                const head = { host, running, count, mark: marks.get(host.id), columns: columns.length };
                return <HostRow key={key} {...head} {...shared} />;
              }
              if (row.kind === 'detail')
                return (
                  <ContainerDetail
                    key={key}
                    ref={virtual.measureElement}
                    place={place}
                    entry={row.entry}
                    columns={columns.length}
                    index={place + 2}
                  />
                );
              return (
                <ContainerRow
                  key={key}
                  entry={row}
                  expanded={expanded[row.key] ?? false}
                  mark={marks.get(row.key)}
                  limits={containerLimits(config, row)}
                  grouping={grouping}
                  columns={columns}
                  {...shared}
                />
              );
            }}
          </VirtualBody>
        </table>
        {rows.length === 0 && <NoneFound title={messages.notFound} why={why} filters={filters} />}
      </div>
      <p className="sticky bottom-0 left-0 z-10 flex h-7 items-center bg-bg px-3.5 text-sm text-mute tabular-nums">
        {messages.legend(counts)}
      </p>
    </div>
  );
}

/** The same array while the same columns are shown, because rows compare it. */
function useColumns(grouping: Filters['grouping']): readonly ContainerColumn[] {
  const atLeast = useAtLeast();
  const shown = containerColumns.map(({ from, flat }) => atLeast(from) && !(flat && grouping === 'grouped')).join();
  return useMemo(() => containerColumns.filter((_, place) => shown.split(',')[place] === 'true'), [shown]);
}
