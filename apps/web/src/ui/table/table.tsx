// A short list as a table; on phones each row becomes a few labelled lines.
import type { ReactNode } from 'react';

export interface Column<T> {
  /** Unique in the table, and read in the language of the user. */
  head(): string;
  /** The accessible name of the row. */
  main?: boolean;
  cell(row: T): ReactNode;
}

interface TableProps<T> {
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf(row: T): string | number;
  action?(row: T): ReactNode;
}

export function Table<T>({ label, rows, columns, keyOf, action }: TableProps<T>) {
  return (
    <table aria-label={label} className="w-full text-left max-md:block">
      <thead className="max-md:sr-only">
        <tr className="text-xs text-mute">
          {columns.map(({ head }) => (
            <th key={head()} scope="col" className="h-7 border-b border-line-soft px-2 font-[550] first:pl-4">
              {head()}
            </th>
          ))}
          {action && <td className="border-b border-line-soft" />}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="hover:bg-hover max-md:block max-md:border-b max-md:border-line-soft max-md:py-2"
          >
            {columns.map(({ head, main = false, cell }) => (
              <td
                key={head()}
                data-label={main ? undefined : head()}
                className="min-w-0 border-b border-line-soft px-2 py-1.5 align-middle break-words first:pl-4 max-md:flex max-md:gap-3 max-md:border-0 max-md:px-4 max-md:py-0.5 max-md:data-label:before:w-24 max-md:data-label:before:shrink-0 max-md:data-label:before:text-sm max-md:data-label:before:text-mute max-md:data-label:before:content-[attr(data-label)]"
              >
                {main ? <span>{cell(row)}</span> : cell(row)}
              </td>
            ))}
            {action && (
              <td className="border-b border-line-soft py-0.5 pr-2 text-right max-md:block max-md:border-0 max-md:px-2 max-md:text-left">
                {action(row)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
