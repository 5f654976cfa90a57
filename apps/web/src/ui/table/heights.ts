// The heights of rows, in pixels. styles.css and rows.css contain the same values.
import type { TableRow } from './column.ts';

/** The same object as long as the heights are the same. */
export interface Heights<R> {
  /** For rows that measure themselves it is an estimate. */
  heightOf(row: R): number;
  /** The height of the content above the first row inside the frame. */
  head: number;
}

/** From this width on rows need not be high enough for a finger. */
const wide = matchMedia('(width >= 720px)');
let isWide = wide.matches;
wide.addEventListener('change', () => {
  isWide = wide.matches;
});

/** The answer is kept: the query computes the styles of the page each time, and each row asks. */
export const narrow = (): boolean => !isWide;

const WIDE = { head: 28, item: 28, group: 26 };
const TOUCH = { head: 40, item: 44, group: 40 };

/** What a table has that is not in the common sizes: the usual height of its details, or of its items; a head that is not shown. */
export interface RowHeights {
  head?: number;
  detail?: number;
  item?: number;
}

/** Call it once for each table, outside its component. */
export function rowHeights(wide: RowHeights = {}, touch: RowHeights = {}): () => Heights<TableRow> {
  const [onDesk, onPhone] = [heights({ ...WIDE, ...wide }), heights({ ...TOUCH, ...touch })];
  return () => (narrow() ? onPhone : onDesk);
}

function heights({ head, item, ...of }: Record<string, number> & typeof WIDE): Heights<TableRow> {
  return { head, heightOf: ({ kind }) => of[kind] ?? item };
}
