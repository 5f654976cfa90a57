// The nodes of a mail gateway's cluster.

import { nodeId } from '@belfry/domain/ids';
import { shownStatus } from '@belfry/domain/status';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { NONE } from '../../lib/language/format.ts';
import { warnText } from '../../lib/tone.ts';
import { useAlertMarks } from '../../live/use-alert-marks.ts';
import { Dot } from '../../ui/dot.tsx';
import { statusText } from '../../ui/status-text.ts';
import { type Column, rowsOf } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { rowLook } from '../../ui/table/row-look.ts';
import { age, count, daysAndHours, loads, messageIsOld, queueIsLong } from './figures.ts';
import { messages } from './messages.ts';

type PmgNode = PmgInstance['nodes'][number] & Pick<PmgInstance, 'staleSince'>;

const nodeColumns: readonly Column<PmgNode>[] = [
  {
    id: 'name',
    head: () => messages.heads.name,
    min: 120,
    grow: 2,
    cell: (node) => (
      <span className="flex items-center gap-2">
        <Dot state={shownStatus(node).tone} label={statusText(shownStatus(node).label)} />
        <b className="title truncate font-[550]">{node.name}</b>
      </span>
    ),
  },
  {
    id: 'role',
    head: () => messages.heads.role,
    min: 90,
    grow: 1,
    priority: 5,
    from: 'md',
    cell: ({ role }) => (role === '-' ? NONE : role || NONE),
  },
  {
    id: 'status',
    head: () => messages.heads.status,
    min: 90,
    grow: 1,
    priority: 3,
    from: 'md',
    cell: (node) => statusText(shownStatus(node).label) || NONE,
  },
  {
    id: 'uptime',
    head: () => messages.heads.uptime,
    numeric: true,
    min: 90,
    grow: 1,
    priority: 4,
    from: 'md',
    cell: (node) => daysAndHours(node.uptime),
  },
  {
    id: 'load',
    head: () => messages.heads.load,
    numeric: true,
    // "10.82 · 11.94 · 11.70"
    min: 148,
    grow: 1,
    priority: 6,
    from: 'md',
    cell: ({ loadAvg }) => (loadAvg ? loads(loadAvg) : NONE),
  },
  {
    id: 'queue',
    head: () => messages.heads.queue,
    numeric: true,
    min: 96,
    grow: 1,
    priority: 1,
    cell: ({ queueStatus }) => (
      <span className={`figure ${warnText(queueIsLong(queueStatus?.total))}`}>{count(queueStatus?.total)}</span>
    ),
  },
  {
    id: 'oldest',
    head: () => messages.heads.oldest,
    numeric: true,
    min: 96,
    grow: 1,
    priority: 2,
    cell: ({ queueStatus }) => (
      <span className={`figure ${warnText(messageIsOld(queueStatus?.oldestAge))}`}>{age(queueStatus?.oldestAge)}</span>
    ),
  },
];

interface NodeTableProps extends Pick<PmgInstance, 'nodes' | 'staleSince'> {
  /** The id of the gateway. */
  gateway: string;
}

export function NodeTable({ gateway, nodes: members, staleSince }: NodeTableProps) {
  const marks = useAlertMarks();
  const nodes = members.map((node): PmgNode => ({ ...node, staleSince }));
  return (
    <DataTable
      label={messages.nodes}
      role="grid"
      rows={rowsOf(nodes, ({ name }) => name)}
      columns={nodeColumns}
      above={
        <p aria-hidden className="h-8 border-b border-line bg-panel px-3.5 text-sm leading-8 font-semibold">
          {messages.nodes}
        </p>
      }
      item={({ key, thing: node }, place) => (
        <ItemRow
          key={key}
          place={place}
          item={node}
          context={context}
          look={rowLook(shownStatus(node).figures)}
          mark={marks.get(nodeId(gateway, key))}
        />
      )}
      below={nodes.length === 0 && <p className="px-3.5 py-2 text-sm text-mute">{messages.noNodes}</p>}
    />
  );
}

const context = {};
