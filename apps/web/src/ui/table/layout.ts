// Which columns fit into a width, and how wide each becomes. Pure.

export interface ColumnSize {
  id: string;
  /** Pixels below which the column is unreadable. */
  min: number;
  /**
   * Pixels that the column should have. A less important column gets no more than its `min` before, and those that are less important
   * than `ESSENTIAL` are not shown.
   */
  good?: number;
  /** Share of the remaining width; without it the column keeps `min`. */
  grow?: number;
  /** A column without it is never hidden; the one with the largest number is hidden first. */
  priority?: number;
  /** Its place in the order in which columns get their `good` width; without it that of `priority`. */
  widens?: number;
}

/** The largest priority of the columns that are shown even when others are narrower than they should be. */
const ESSENTIAL = 4;

export const priorityOf = ({ priority = 0 }: ColumnSize): number => priority;
const widensOf = (column: ColumnSize): number => column.widens ?? priorityOf(column);
const minOf = ({ min }: ColumnSize): number => min;
const goodOf = ({ good, min }: ColumnSize): number => good ?? min;
const sumOf = (columns: Iterable<ColumnSize>, of: (column: ColumnSize) => number): number =>
  [...columns].reduce((sum, column) => sum + of(column), 0);

/** Widths in pixels by column id, in the order of `columns`. Columns the user chose stay, even if the table must scroll. */
export function fitColumns(
  columns: readonly ColumnSize[],
  available: number,
  chosen: Readonly<Record<string, boolean>>,
): Map<string, number> {
  const wanted = columns.filter((column) => priorityOf(column) === 0 || chosen[column.id] !== false);
  const firm = (column: ColumnSize) => priorityOf(column) === 0 || chosen[column.id] === true;
  const fitting = new Set(wanted.filter(firm));
  for (const column of wanted.filter((each) => !firm(each)).sort((a, b) => priorityOf(a) - priorityOf(b))) {
    const widthOf = priorityOf(column) > ESSENTIAL ? goodOf : minOf;
    // once a column does not fit, less important ones are hidden as well: the columns shown follow the priorities
    if (sumOf(fitting, widthOf) + column.min > available) break;
    fitting.add(column);
  }
  const grows = sumOf(fitting, ({ grow = 0 }) => grow);
  const missing = sumOf(fitting, minOf) - available;
  // in the narrowest window the columns that are never hidden share what there is
  const isTooNarrow = missing > 0 && [...fitting].every((column) => priorityOf(column) === 0);
  let spare = isTooNarrow ? -missing : Math.max(0, -missing);
  const base = new Map<ColumnSize, number>();
  for (const column of [...fitting].sort((a, b) => widensOf(a) - widensOf(b))) {
    const extra = Math.max(0, Math.min(goodOf(column) - column.min, spare));
    base.set(column, column.min + extra);
    spare -= extra;
  }
  const widths = wanted
    .filter((column) => fitting.has(column))
    .map((column) => {
      const width = (base.get(column) ?? 0) + (grows > 0 ? (spare * (column.grow ?? 0)) / grows : 0);
      return [column.id, Math.max(width, column.min / 2)] as const;
    });
  return new Map(widths);
}
