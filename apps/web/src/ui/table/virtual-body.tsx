// The body of a table that renders only the rows in view. Spaces replace the rows above and below.
import type { VirtualItem } from '@tanstack/react-virtual';
import type { ComponentProps, ReactNode } from 'react';
import type { VirtualRows } from './use-virtual-rows.ts';

interface VirtualBodyProps extends Omit<ComponentProps<'tbody'>, 'children'> {
  virtual: VirtualRows['virtual'];
  /** The number of all rows. */
  columns: number;
  /** Renders the row at an index. */
  children(item: VirtualItem): ReactNode;
}

export function VirtualBody({ virtual, columns, children, ...body }: VirtualBodyProps) {
  const items = virtual.getVirtualItems();
  const margin = virtual.options.scrollMargin;
  const above = (items[0]?.start ?? margin) - margin;
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <tbody {...body}>
      <Space height={above} columns={columns} />
      {items.map(children)}
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
