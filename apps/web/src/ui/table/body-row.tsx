// Any row of a table: the head of a group, an item, or the details below an item.
import type { ReactNode, Ref } from 'react';
import type { SizedColumn, TableRow } from './column.ts';
import { type DataTableProps, type Detail, type Group, type Item, isItem } from './data-table-props.ts';
import { rowAttributes } from './item-row.tsx';

/** What the body of a table says about its rows. */
export interface BodyPlace {
  /** The key of the row that Tab reaches. */
  current: string | undefined;
  /** Absent where all rows are rendered: then no row has to be measured. */
  measure?: Ref<HTMLTableRowElement> | undefined;
  /** Whether the row is in view now, and not only rendered near it. */
  inView(at: number): boolean;
}

/** `at` is the index of the row, from 0. */
export function bodyRow<R extends TableRow, I, C, K extends string>(
  { role, rows, group, mark, detail, item, prose = false, measured = false }: DataTableProps<R, I, C, K>,
  columns: readonly SizedColumn<I, C>[],
  at: number,
  { current, measure, inView }: BodyPlace,
): ReactNode {
  const row = rows[at] as R;
  const isTree = role === 'treegrid';
  const [first] = rows;
  const level = 1 + Number(first?.kind === 'group' && isItem(row)) + Number(first?.above === true && !row.above);
  const own = {
    rowKey: row.key,
    index: at + 2,
    level: isTree ? level : undefined,
    current: role === 'table' ? undefined : row.key === current,
    measure: measured ? measure : undefined,
  };
  if (row.kind === 'group')
    return (
      <tr
        key={row.key}
        className="group"
        {...rowAttributes(own)}
        data-mark={mark?.(row as Group<R>)}
        aria-expanded={isTree ? row.isOpen !== false : undefined}
      >
        <td colSpan={columns.length}>{group?.(row as Group<R>)}</td>
      </tr>
    );
  if (row.kind === 'detail')
    return (
      <tr
        key={row.key}
        {...(measure !== undefined && { ref: measure, 'data-index': at })}
        aria-rowindex={at + 2}
        className="detail"
      >
        <td colSpan={columns.length}>{detail?.(row as Detail<R>)}</td>
      </tr>
    );
  return item(row as Item<R>, { ...own, columns, labelled: prose }, inView(at));
}
