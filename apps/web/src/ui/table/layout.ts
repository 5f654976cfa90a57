// Which columns fit into a width, and how wide each becomes. Pure.

export interface ColumnSize {
  id: string;
  /** Pixels below which the column is unreadable. */
  min: number;
  /** Share of the remaining width; 0 keeps `min`. */
  grow: number;
  /** 0 is never hidden; the column with the largest number is hidden first. */
  priority: number;
}

/** Widths in pixels by column id, in the order of `columns`. Columns the user chose stay, even if the table must scroll. */
export function fitColumns(
  columns: readonly ColumnSize[],
  available: number,
  chosen: Readonly<Record<string, boolean>>,
): Map<string, number> {
  const wanted = columns.filter((column) => column.priority === 0 || chosen[column.id] !== false);
  const firm = (column: ColumnSize) => column.priority === 0 || chosen[column.id] === true;
  const shown = new Set(wanted.filter(firm));
  let used = [...shown].reduce((sum, column) => sum + column.min, 0);
  for (const column of wanted.filter((each) => !firm(each)).sort((a, b) => a.priority - b.priority)) {
    // once a column does not fit, less important ones are hidden as well: the columns shown follow the priorities
    if (used + column.min > available) break;
    shown.add(column);
    used += column.min;
  }
  const grows = [...shown].reduce((sum, column) => sum + column.grow, 0);
  const spare = Math.max(0, available - used);
  const widths = wanted
    .filter((column) => shown.has(column))
    .map((column) => [column.id, column.min + (grows > 0 ? (spare * column.grow) / grows : 0)] as const);
  return new Map(widths);
}
