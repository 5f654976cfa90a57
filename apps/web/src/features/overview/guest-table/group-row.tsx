// The head above the guests of a node.
import { same } from '@belfry/domain/delta/same';
import { memo } from 'react';
import { NodeHead } from '../../../ui/node-head.tsx';
import { messages } from '../messages.ts';
import type { GroupRow as Group } from './rows.ts';

interface GroupRowProps {
  group: Group;
  columns: number;
  index: number;
  current: boolean;
}

export const GroupRow = memo(
  function GroupRow({ group, columns, index, current }: GroupRowProps) {
    return (
      <tr
        className="group"
        data-key={group.key}
        aria-rowindex={index}
        aria-level={1}
        aria-expanded
        tabIndex={current ? 0 : -1}
      >
        <td colSpan={columns}>
          <NodeHead {...group} legend={messages.legend(group.counts)} />
        </td>
      </tr>
    );
  },
  // the group is a new object with every update, so its values are compared
  (a, b) => a.columns === b.columns && a.index === b.index && a.current === b.current && same(a.group, b.group),
);
