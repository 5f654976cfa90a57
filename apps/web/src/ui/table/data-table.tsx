// The table of every screen: columns as data, a head that sorts, groups and details, keyboard navigation. Short tables
// render all rows, long ones only those in view.
import { type MouseEvent, type ReactNode, Suspense, useRef } from 'react';
import { late } from '../late.ts';
import type { ChosenColumns, TableRow } from './column.ts';
import { HeadCell } from './head-cell.tsx';
import { type Heights, rowHeights } from './heights.ts';
import { type RowPlace, rowAttributes } from './item-row.tsx';
import { Legend } from './legend.tsx';
import { type ColumnsProps, useColumns } from './use-columns.ts';
import type { Hold } from './use-hold.ts';
import { usePlace } from './use-place.ts';
import { useRowNavigation } from './use-row-navigation.ts';
import { useTarget } from './use-target.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { VirtualBody } from './virtual-body.tsx';

const ColumnChooser = late(async () => (await import('./column-chooser.tsx')).ColumnChooser);

/** From this number of rows on, only those in view are rendered. */
const MANY = 100;

type Group<R extends TableRow> = Extract<R, { kind: 'group' }>;
type Detail<R extends TableRow> = Extract<R, { kind: 'detail' }>;
type Item<R extends TableRow> = Exclude<R, { kind: 'group' | 'detail' }>;

export interface DataTableProps<R extends TableRow, I, C, K extends string> extends ColumnsProps<I, C, K> {
  label: string;
  /** A `treegrid` has rows that can be opened or stand in groups. A `table` has no keyboard navigation. */
  role: 'treegrid' | 'grid' | 'table';
  /** In their order: each group above its items, each detail below its item. */
  rows: readonly R[];
  /** An `<ItemRow>`. `inView`: the row is in view now, and not only rendered near it. */
  item(row: Item<R>, place: RowPlace<I, C>, inView: boolean): ReactNode;
  /** The content of the head of a group. */
  group?(row: Group<R>): ReactNode;
  mark?(row: Group<R>): string | undefined;
  detail?(row: Detail<R>): ReactNode;
  /** What a click on an item, Enter and Space do. */
  onOpen?: ((row: Item<R>) => void) | undefined;
  heights?(): Heights<TableRow>;
  /**
   * For a few rows of text: lines wrap, the browser decides the widths, all rows are rendered, and on a phone each row
   * is a few labelled lines. The table is a part of a card and not one of its own.
   */
  prose?: boolean;
  /** Every row measures itself. */
  measured?: boolean;
  hold?: Hold['handlers'];
  /** With it, the table has a menu of its columns. */
  onChoose?(chosen: ChosenColumns): void;
  className?: string;
  /** In the card of the table, above its head. */
  above?: ReactNode;
  /** In the card of the table, below its rows. */
  below?: ReactNode;
  /** One line below the table that stays in view. */
  legend?: ReactNode;
}

const usual = rowHeights();

export function DataTable<R extends TableRow, I, C, K extends string>(props: DataTableProps<R, I, C, K>) {
  const { label, role, rows, item, group, mark, detail, onOpen, heights = usual, prose = false } = props;
  const { measured = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const place = usePlace(frame, table);
  const { heads, columns } = useColumns(props, prose ? Number.MAX_SAFE_INTEGER : place.width);
  const isLong = rows.length >= MANY && !prose;
  const { virtual, inView } = useVirtualRows(isLong ? rows : none, frame, place, heights());
  const items = virtual.getVirtualItems();
  const open = (key: string) => {
    const row = rows.find((each) => each.key === key && isItem(each));
    if (row) onOpen?.(row as Item<R>);
  };
  const reveal = (at: number, block: 'nearest' | 'center') =>
    isLong
      ? virtual.scrollToIndex(at, { align: block === 'nearest' ? 'auto' : block })
      : table.current?.tBodies[0]?.rows[at]?.scrollIntoView({ block });
  const navigation = useRowNavigation(
    rows,
    reveal,
    open,
    isLong
      ? { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? -1, view: virtual.range?.startIndex ?? 0 }
      : undefined,
  );
  useTarget(rows, (key) => navigation.visit(table.current, key));
  const width = Math.round(columns.reduce((sum, column) => sum + column.width, 0));
  const isGrouped = rows[0]?.kind === 'group';

  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const row = target instanceof Element && !target.closest(CONTROLS) && target.closest<HTMLElement>('tr[data-key]');
    const key = row ? row.dataset.key : undefined;
    if (key === undefined) return;
    navigation.setCurrent(key);
    // selecting text is not a click
    if (getSelection()?.isCollapsed !== false) open(key);
  };

  const render = (at: number) => {
    const row = rows[at] as R;
    const own = {
      rowKey: row.key,
      index: at + 2,
      level: role === 'treegrid' ? (isGrouped && isItem(row) ? 2 : 1) : undefined,
      current: role === 'table' ? undefined : row.key === navigation.current,
      measure: measured && isLong ? virtual.measureElement : undefined,
    };
    if (row.kind === 'group')
      return (
        <tr
          key={row.key}
          className="group"
          {...rowAttributes(own)}
          data-mark={mark?.(row as Group<R>)}
          aria-expanded={role === 'treegrid' ? true : undefined}
        >
          <td colSpan={columns.length}>{group?.(row as Group<R>)}</td>
        </tr>
      );
    if (row.kind === 'detail')
      return (
        <tr
          key={row.key}
          {...(isLong && { ref: virtual.measureElement, 'data-index': at })}
          aria-rowindex={at + 2}
          className="detail"
        >
          <td colSpan={columns.length}>{detail?.(row as Detail<R>)}</td>
        </tr>
      );
    return item(row as Item<R>, { ...own, columns, labelled: prose }, isLong ? inView(at) : true);
  };

  const { hold, onChoose, className = '', above, below, legend } = props;
  return (
    <div ref={frame} className="min-w-0">
      <div {...(!prose && { className: 'card', style: { minWidth: width + 2 } })}>
        {above}
        <table
          ref={table}
          className={`rows ${className} ${prose ? 'prose' : width > place.width ? 'sideways' : ''}`}
          role={role === 'table' ? undefined : role}
          aria-label={label}
          aria-rowcount={prose ? undefined : rows.length + 1}
          onClick={onClick}
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
          {isLong ? (
            <VirtualBody virtual={virtual} columns={columns.length} {...hold}>
              {({ index }) => render(index)}
            </VirtualBody>
          ) : (
            <tbody {...hold}>{place.width > 0 && rows.map((_, at) => render(at))}</tbody>
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
const isItem = ({ kind }: TableRow): boolean => kind !== 'group' && kind !== 'detail';
