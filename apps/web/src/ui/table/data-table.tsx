// The table of every screen: columns as data, a head that sorts, groups and details, keyboard navigation. Short tables
// render all rows, long ones only those in view.
import { type MouseEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLateCode } from '../../lib/late-code.ts';
import { afterFirstScreen, late } from '../late.ts';
import { usePageOpening } from '../page-opening.ts';
import { type BodyPlace, bodyRow } from './body-row.tsx';
import type { TableRow } from './column.ts';
import { type DataTableProps, type Item, isItem } from './data-table-props.ts';
import { HeadCell } from './head-cell.tsx';
import { narrow, rowHeights } from './heights.ts';
import { Legend } from './legend.tsx';
import type { ScrollToRow } from './long-body.tsx';
import { longBody } from './long-body-code.ts';
import { useColumns } from './use-columns.ts';
import { usePlace } from './use-place.ts';
import { useRowNavigation } from './use-row-navigation.ts';
import { useStacked } from './use-stacked.ts';
import { useTarget } from './use-target.ts';

const ColumnChooser = late(async () => (await import('./column-chooser.tsx')).ColumnChooser, afterFirstScreen);
/** From this number of rows on, only those in view are rendered. On a phone each row costs four times as much, and few are in view. */
const many = () => (narrow() ? 40 : 100);

/** The rows of a long table that are rendered before the code that scrolls through it is there. */
const SCREENFUL = 15;

const usual = rowHeights();

export function DataTable<R extends TableRow, I, C, K extends string>(props: DataTableProps<R, I, C, K>) {
  const { label, role, rows, onOpen, heights = usual, prose = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const place = usePlace(frame, table);
  const stacked = useStacked(frame, table, prose);
  const { heads, columns } = useColumns(props, prose ? Number.MAX_SAFE_INTEGER : place.width);
  const isLong = rows.length >= many() && !prose;
  const LongBody = useLateCode(longBody, isLong);
  const [scroll, setScroll] = useState<ScrollToRow>();
  const onScrollable = useCallback((next?: ScrollToRow) => setScroll(() => next), []);
  // the browser decides the widths of prose, so its rows are rendered at once
  const isSized = prose || place.width > 0;
  const shown = isSized ? (isLong ? SCREENFUL : rows.length) : 0;
  const isVirtual = place.measured && isLong && LongBody;
  /** Rows that are not rendered yet. Their space is kept free, because what stands below the table must not move. */
  const later = isVirtual ? none : rows.slice(shown);
  const open = (key: string) => {
    const row = rows.find((each) => each.key === key && isItem(each)) as Item<R> | undefined;
    return row && onOpen ? onOpen(row) !== false : false;
  };
  const pages = usePageOpening();
  const navigation = useRowNavigation(
    rows,
    scroll ?? ((at, block) => table.current?.tBodies[0]?.rows[at]?.scrollIntoView({ block })),
    open,
    pages.open,
  );
  useEffect(() => {
    const key = pages.comeBack(table.current);
    if (key !== undefined) navigation.setCurrent(key);
  });
  const isComplete = isLong ? scroll : later.length === 0;
  useTarget(isComplete ? rows : none, (key) => navigation.visit(table.current, key));
  const width = Math.round(columns.reduce((sum, column) => sum + column.width, 0));

  const onClick = (event: MouseEvent<HTMLElement>) => {
    pages.onClick(event);
    const { target } = event;
    const row = target instanceof Element && !target.closest(CONTROLS) && target.closest<HTMLElement>('tr[data-key]');
    const key = row ? row.dataset.key : undefined;
    if (key === undefined) return;
    navigation.setCurrent(key);
    // selecting text is not a click
    if (getSelection()?.isCollapsed !== false) open(key);
  };

  const render = (at: number, own: BodyPlace) => bodyRow(props, columns, at, own);
  const all = { current: navigation.current(), inView: () => true };

  const { hold, onChoose, className = '', above, below, legend } = props;
  return (
    <div ref={frame} className="min-w-0">
      <div {...(!prose && { className: 'card', style: { minWidth: width + 2 } })}>
        {above}
        <table
          ref={table}
          className={`rows ${className} ${rows[0]?.above ? 'by-site' : ''} ${prose ? `prose ${stacked ? 'stacked' : ''}` : width > place.width ? 'sideways' : ''}`}
          role={role === 'table' ? undefined : role}
          aria-label={label}
          aria-rowcount={prose ? undefined : rows.length + 1}
          style={{ marginBottom: later.reduce((sum, row) => sum + heights().heightOf(row), 0) }}
          onClick={onClick}
          onFocus={pages.onFocus}
          onKeyDown={navigation.onKeyDown}
        >
          {!prose && (
            <colgroup>
              {heads.map(({ id, width }) => (
                <col key={id} style={{ width }} />
              ))}
            </colgroup>
          )}
          <thead>
            <tr aria-rowindex={1}>
              {heads.map((head) => (
                <HeadCell key={head.id} head={head} />
              ))}
            </tr>
          </thead>
          {isVirtual ? (
            <LongBody
              {...{ rows, frame, place, heights: heights(), columns: columns.length, ...hold }}
              current={navigation.current}
              onScrollable={onScrollable}
              onRendered={navigation.focusNext}
            >
              {render}
            </LongBody>
          ) : (
            <tbody {...hold}>{rows.slice(0, shown).map((_, at) => render(at, all))}</tbody>
          )}
        </table>
        {below}
      </div>
      {(legend !== undefined || onChoose) && (
        <Legend>
          <span className="truncate">{legend}</span>
          {onChoose && (
            <Suspense>
              <ColumnChooser {...{ label, onChoose }} columns={props.columns} chosen={props.chosen ?? {}} />
            </Suspense>
          )}
        </Legend>
      )}
    </div>
  );
}

/** A click on one of these is not a click on the row. */
const CONTROLS = 'a, button, input';
const none: never[] = [];
