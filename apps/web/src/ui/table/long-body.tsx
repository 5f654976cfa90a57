// The body of a long table. It renders only the rows in view, and spaces replace the rows above and below.
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useLayoutEffect } from 'react';
import type { BodyPlace } from './body-row.tsx';
import type { TableRow } from './column.ts';
import type { Heights } from './heights.ts';
import type { Place } from './use-place.ts';
import type { Rendered } from './use-row-navigation.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** Scrolls to the row at an index. */
export type ScrollToRow = (at: number, block: 'nearest' | 'center') => void;

interface LongBodyProps extends Omit<ComponentProps<'tbody'>, 'children'> {
  rows: readonly TableRow[];
  /** The element around the table. */
  frame: RefObject<HTMLElement | null>;
  place: Place;
  heights: Heights<TableRow>;
  /** The number of columns. */
  columns: number;
  current(rendered: Rendered): string | undefined;
  /** Called when the table can scroll to any row, and without an argument when it is removed. */
  onScrollable(scroll?: ScrollToRow): void;
  /** Called when rows have been rendered, also by scrolling. */
  onRendered(): void;
  /** Renders the row at an index. */
  children(at: number, place: BodyPlace): ReactNode;
}

export function LongBody({
  rows,
  frame,
  place,
  heights,
  columns,
  current,
  onScrollable,
  onRendered,
  children,
  ...body
}: LongBodyProps) {
  const { virtual, inView } = useVirtualRows(rows, frame, place, heights);
  useLayoutEffect(() => {
    onScrollable((at, block) => virtual.scrollToIndex(at, { align: block === 'nearest' ? 'auto' : block }));
    return () => onScrollable();
  }, [virtual, onScrollable]);
  useEffect(onRendered);
  const items = virtual.getVirtualItems();
  const margin = virtual.options.scrollMargin;
  const above = (items[0]?.start ?? margin) - margin;
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  const rendered = {
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? -1,
    view: virtual.range?.startIndex ?? 0,
  };
  const own = { current: current(rendered), measure: virtual.measureElement, inView };
  return (
    <tbody {...body}>
      <Space height={above} columns={columns} />
      {items.map(({ index }) => children(index, own))}
      <Space height={below} columns={columns} />
    </tbody>
  );
}

function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} className="border-0! p-0!" style={{ height }} />
    </tr>
  );
}
