// The list on a wide window: virtual rows under a sticky head.
import { useRef } from 'react';
import { useAtLeast } from '../../../lib/breakpoint.ts';
import { SortHeader } from '../../../ui/sort-header.tsx';
import type { Hold } from '../../../ui/use-hold.ts';
import { useRowNavigation } from '../../../ui/use-row-navigation.ts';
import { sortedHead } from '../../../ui/use-sort.ts';
import { HEAD, useVirtualRows } from '../../../ui/use-virtual-rows.ts';
import { VirtualBody } from '../../../ui/virtual-body.tsx';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { backupColumns, type CellContext } from './columns.tsx';
import type { Mode, Row } from './rows.ts';

/** Pixels, as in styles.css. */
const HEIGHTS = { head: HEAD, heightOf: (row: Row) => (row.kind === 'group' ? 26 : 28) };

export interface ListProps {
  rows: readonly Row[];
  context: CellContext;
}

interface BackupTableProps extends ListProps {
  mode: Mode;
  filters: Filters;
  hold: Hold['handlers'];
}

export function BackupTable({ rows, context, mode, filters, hold }: BackupTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const atLeast = useAtLeast();
  const columns = backupColumns.filter(({ modes, from }) => atLeast(from) && (modes?.includes(mode) ?? true));
  const { virtual } = useVirtualRows(rows, frame, HEIGHTS);
  const navigation = useRowNavigation(
    rows,
    (place) => virtual.scrollToIndex(place),
    () => {},
  );

  return (
    <div ref={frame} className="min-w-0">
      <div className="card">
        <table
          className="rows"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows have keyboard navigation
          role="grid"
          aria-label={messages.list}
          aria-rowcount={rows.length + 1}
          onKeyDown={navigation.onKeyDown}
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} className={column.className} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(({ id, head, sort, numeric }) =>
                sort === undefined ? (
                  <th key={id} scope="col">
                    {head(mode)}
                  </th>
                ) : (
                  <SortHeader key={id} numeric={numeric} {...sortedHead(filters, sort)}>
                    {head(mode)}
                  </SortHeader>
                ),
              )}
            </tr>
          </thead>
          <VirtualBody virtual={virtual} columns={columns.length} {...hold}>
            {({ index, key }) => {
              const row = rows[index] as Row;
              const shared = {
                'data-key': row.key,
                'aria-rowindex': index + 2,
                tabIndex: row.key === navigation.current ? 0 : -1,
              };
              if (row.kind === 'group')
                return (
                  <tr key={key} className="group" {...shared}>
                    <td colSpan={columns.length}>
                      <b className="font-semibold text-text">{row.title}</b>{' '}
                      <span className="ml-1 text-mute tabular-nums">{messages.total(row.count)}</span>
                    </td>
                  </tr>
                );
              return (
                <tr key={key} className="row" {...shared}>
                  {columns.map((column) => (
                    <td key={column.id} className={column.numeric ? 'num' : undefined}>
                      {column.cell(row.backup, context)}
                    </td>
                  ))}
                </tr>
              );
            }}
          </VirtualBody>
        </table>
      </div>
    </div>
  );
}
