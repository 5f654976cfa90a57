// The head of a node's guests.
import { ExternalLink } from 'lucide-react';
import { memo } from 'react';
import { Dot } from '../../../ui/dot.tsx';
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
          <span className="flex min-w-0 items-center gap-2">
            <b className="shrink-0 truncate font-semibold text-text">{group.name}</b>
            {group.href !== undefined && (
              <a
                href={group.href}
                target="_blank"
                rel="noreferrer"
                aria-label={messages.openNode(group.name)}
                className="grid size-5 shrink-0 place-items-center rounded-sm text-mute hover:text-brand max-md:size-10"
              >
                <ExternalLink size={12} aria-hidden />
              </a>
            )}
            <span className="truncate max-md:hidden">{group.cluster ?? messages.standalone}</span>
            <span className="inline-flex items-center gap-1.5 text-mute">
              {!group.online && <Dot state="off" label="" />}
              {group.online ? messages.online : messages.offline} · {messages.legend(group.running, group.stopped)}
            </span>
          </span>
        </td>
      </tr>
    );
  },
  // built anew with every update: compare what it says
  (a, b) =>
    a.columns === b.columns &&
    a.index === b.index &&
    a.current === b.current &&
    Object.entries(a.group).every(([field, value]) => b.group[field as keyof Group] === value),
);
