// The guests, grouped or flat: virtual rows, sticky head and legend.
import { guestSubject } from '@belfry/domain/alerts/subjects';
import { alertMarks } from '@belfry/domain/status';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useMemo, useRef } from 'react';
import { useAlertConfig } from '../../../api/alert-config.ts';
import { guestMetadata } from '../../../api/guest-metadata.ts';
import { urlOf } from '../../../lib/guest-url.ts';
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
import { columnsPref, expandedPref } from '../preferences.ts';
import { guestColumns } from './columns.tsx';
import { GroupRow } from './group-row.tsx';
import { GuestDetail } from './guest-detail.tsx';
import { GuestRow, type SizedColumn } from './guest-row.tsx';
import { fitColumns } from './layout.ts';
import type { Row } from './rows.ts';
import { useGuestRows } from './use-guest-rows.ts';

/** Pixels, as in styles.css. */
const HEIGHTS = {
  narrow: { head: 40, heightOf: ({ kind }: Row) => ({ guest: 44, group: 40, detail: 260 })[kind] },
  wide: { head: 28, heightOf: ({ kind }: Row) => ({ guest: 28, group: 26, detail: 130 })[kind] },
};

const guestLimits = createLimits(guestSubject);

export function GuestTable({ filters }: { filters: Filters }) {
  const frame = useRef<HTMLDivElement>(null);
  const [chosen] = usePref(columnsPref);
  const [expanded, setExpanded] = usePref(expandedPref);
  const marks = useMarks();
  // without the metadata names are not links, and everything else works
  const metadata = useQuery(guestMetadata).data;
  const config = useAlertConfig();
  const { held, handlers } = useHold();
  const { rows, guestOf, counts, total } = useGuestRows(filters, held, expanded);
  const { virtual, inView, width } = useVirtualRows(rows, frame, HEIGHTS[narrow() ? 'narrow' : 'wide']);
  const toggle = (key: string) => setExpanded({ ...expanded, [key]: !expanded[key] });
  const navigation = useRowNavigation(rows, (place) => virtual.scrollToIndex(place), toggle);

  const columns = useMemo<SizedColumn[]>(() => {
    const widths = fitColumns(guestColumns, width, chosen);
    return guestColumns.flatMap((column) => {
      const own = widths.get(column.id);
      return own === undefined ? [] : [{ column, width: own }];
    });
  }, [width, chosen]);
  const tableWidth = Math.round(columns.reduce((sum, column) => sum + column.width, 0));

  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const row =
      target instanceof Element && !target.closest('a, button') && target.closest<HTMLElement>('tr[data-key]');
    const key = row ? row.dataset.key : undefined;
    if (key === undefined) return;
    navigation.setCurrent(key);
    // selecting text is not a click
    if (rows.some((each) => each.key === key && each.kind === 'guest') && getSelection()?.isCollapsed !== false)
      toggle(key);
  };

  return (
    <div ref={frame} className="min-w-0">
      <div className="card" style={{ minWidth: tableWidth + 2 }}>
        <table
          className={tableWidth > width ? 'rows sideways' : 'rows'}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows have keyboard navigation and can be opened
          role="treegrid"
          aria-label={messages.table}
          aria-rowcount={rows.length + 1}
          onClick={onClick}
          onKeyDown={navigation.onKeyDown}
        >
          <colgroup>
            {columns.map((sized) => (
              <col key={sized.column.id} style={{ width: sized.width }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(({ column }) => (
                <SortHeader key={column.id} numeric={column.numeric} {...sortedHead(filters, column.id)}>
                  {column.head}
                </SortHeader>
              ))}
            </tr>
          </thead>
          <VirtualBody virtual={virtual} columns={columns.length} {...handlers}>
            {({ index: place, key }) => {
              const row = rows[place] as Row;
              const shared = { index: place + 2, current: row.key === navigation.current };
              if (row.kind === 'group') return <GroupRow key={key} group={row} columns={columns.length} {...shared} />;
              if (row.kind === 'detail')
                return (
                  <GuestDetail
                    key={key}
                    ref={virtual.measureElement}
                    place={place}
                    guest={guestOf(row.id)}
                    limits={guestLimits(config, guestOf(row.id))}
                    columns={columns.length}
                    index={place + 2}
                  />
                );
              const guest = guestOf(row.id);
              return (
                <GuestRow
                  key={key}
                  guest={guest}
                  inView={inView(place)}
                  status={row.status}
                  expanded={expanded[row.key] ?? false}
                  mark={marks.get(row.key)}
                  url={urlOf(guest, metadata)}
                  limits={guestLimits(config, guest)}
                  columns={columns}
                  level={filters.grouping === 'grouped' ? 2 : 1}
                  {...shared}
                />
              );
            }}
          </VirtualBody>
        </table>
        {rows.length === 0 && <NoneFound title={messages.noGuests} why={whyNone(filters, total)} filters={filters} />}
      </div>
      <p className="sticky bottom-0 left-0 z-10 flex h-7 items-center bg-bg px-3.5 text-sm text-mute tabular-nums">
        {messages.legend(counts)}
      </p>
    </div>
  );
}

function useMarks() {
  const alerts = useList('activeAlerts');
  return useMemo(() => alertMarks(alerts), [alerts]);
}

function whyNone({ active, search }: Filters, total: number): string {
  if (total === 0 && !active) return messages.noGuestsYet;
  return search.trim() === '' ? messages.noMatchFilters : messages.noMatch(search.trim());
}
