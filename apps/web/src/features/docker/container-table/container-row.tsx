// One container. Renders again only when its own object or place changed.
import type { Limits } from '@belfry/domain/alerts/thresholds';
import type { AlertMark } from '@belfry/domain/status';
import { memo } from 'react';
import { rowLook } from '../../../ui/row-look.ts';
import type { ContainerColumn } from './columns.tsx';
import type { Entry, View } from './rows.ts';

interface ContainerRowProps {
  entry: Entry;
  expanded: boolean;
  mark: AlertMark | undefined;
  limits: Limits;
  grouping: View['grouping'];
  columns: readonly ContainerColumn[];
  /** Index in the whole table, from 1; the head is 1. */
  index: number;
  /** Whether Tab reaches this row. It reaches only one row. */
  current: boolean;
}

export const ContainerRow = memo(function ContainerRow(props: ContainerRowProps) {
  const { entry, expanded, mark, limits, grouping, columns, index, current } = props;
  return (
    <tr
      className={`row cursor-pointer ${rowLook(entry.figures)}`}
      data-key={entry.id}
      data-mark={mark}
      aria-rowindex={index}
      aria-level={grouping === 'grouped' ? 2 : 1}
      aria-expanded={expanded}
      tabIndex={current ? 0 : -1}
    >
      {columns.map((column) => (
        <td key={column.id} className={`${column.numeric ? 'num' : ''} ${column.className}`}>
          {column.cell(entry, { grouping, expanded, limits })}
        </td>
      ))}
    </tr>
  );
});
