// The nodes of a mail gateway's cluster.

import { nodeId } from '@belfry/domain/ids';
import { shownStatus } from '@belfry/domain/status';
import type { Alert } from '@belfry/schema/entities/alert';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { NONE } from '../../lib/language/format.ts';
import { levelText } from '../../lib/tone.ts';
import { useAlertMarks } from '../../live/use-alert-marks.ts';
import { Dot } from '../../ui/dot.tsx';
import { statusText } from '../../ui/status-text.ts';
import { type Column, rowsOf } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { rowLook } from '../../ui/table/row-look.ts';
import { age, type Bands, count, daysAndHours, levelBy, loads } from './figures.ts';
import { messages } from './messages.ts';

type PmgNode = PmgInstance['nodes'][number] & Pick<PmgInstance, 'staleSince'>;

interface CellContext {
  bands: Bands;
  /** Those about one node; those of the gateway where it is the only one. */
  alertsOf(node: string): readonly Alert[];
  isAlone: boolean;
}

const nodeColumns: readonly Column<PmgNode, CellContext>[] = [
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
    cell: ({ name, queueStatus }, { bands, alertsOf, isAlone }) => {
      const total = queueStatus?.total;
      const level = levelBy(alertsOf(name), isAlone ? 'queue-depth' : 'queue-total', bands.isLong(total));
      return <span className={`figure ${levelText(level)}`}>{count(total)}</span>;
    },
  },
  {
    id: 'oldest',
    head: () => messages.heads.oldest,
    numeric: true,
    min: 96,
    grow: 1,
    priority: 2,
    cell: ({ name, queueStatus }, { bands, alertsOf }) => {
      const oldest = queueStatus?.oldestAge;
      return (
        <span className={`figure ${levelText(levelBy(alertsOf(name), 'message-age', bands.isOld(oldest)))}`}>
          {age(oldest)}
        </span>
      );
    },
  },
];

interface NodeTableProps extends Pick<PmgInstance, 'nodes' | 'staleSince'> {
  /** The id of the gateway. */
  gateway: string;
  alerts: readonly Alert[];
  bands: Bands;
}

export function NodeTable({ gateway, nodes: members, staleSince, alerts, bands }: NodeTableProps) {
  const marks = useAlertMarks();
  const isAlone = members.length === 1;
  const context: CellContext = {
    bands,
    isAlone,
    alertsOf: (node) => alerts.filter(({ resourceId }) => resourceId === (isAlone ? gateway : nodeId(gateway, node))),
  };
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
