// The nodes of a mail gateway's cluster.

import { shownStatus } from '@belfry/domain/status';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import type { ReactNode } from 'react';
import { useAtLeast } from '../../lib/breakpoint.ts';
import { NONE } from '../../lib/language/format.ts';
import { warnText } from '../../lib/tone.ts';
import { Dot } from '../../ui/dot.tsx';
import { rowLook } from '../../ui/row-look.ts';
import { statusText } from '../../ui/status-text.ts';
import { age, count, daysAndHours, messageIsOld, queueIsLong } from './figures.ts';
import { messages } from './messages.ts';

type PmgNode = PmgInstance['nodes'][number] & Pick<PmgInstance, 'staleSince'>;

interface NodeColumn {
  head: string;
  numeric?: boolean;
  from?: 'md';
  className: string;
  cell(node: PmgNode): ReactNode;
}

const nodeColumns: NodeColumn[] = [
  {
    head: 'Name',
    className: 'w-[24%] max-md:w-[40%]',
    cell: (node) => (
      <span className="flex items-center gap-2">
        <Dot state={shownStatus(node).tone} label={statusText(shownStatus(node).label)} />
        <b className="title truncate font-[550]">{node.name}</b>
      </span>
    ),
  },
  { head: 'Role', from: 'md', className: '', cell: ({ role }) => (role === '-' ? NONE : role || NONE) },
  { head: 'Status', from: 'md', className: '', cell: (node) => statusText(shownStatus(node).label) || NONE },
  { head: 'Uptime', numeric: true, from: 'md', className: '', cell: (node) => daysAndHours(node.uptime) },
  { head: 'Load Avg', numeric: true, from: 'md', className: '', cell: (node) => node.loadAvg || NONE },
  {
    head: 'Queue Depth',
    numeric: true,
    className: '',
    cell: ({ queueStatus }) => (
      <span className={`figure ${warnText(queueIsLong(queueStatus?.total))}`}>{count(queueStatus?.total)}</span>
    ),
  },
  {
    head: 'Oldest Msg',
    numeric: true,
    className: '',
    cell: ({ queueStatus }) => (
      <span className={`figure ${warnText(messageIsOld(queueStatus?.oldestAge))}`}>{age(queueStatus?.oldestAge)}</span>
    ),
  },
];

export function NodeTable({ nodes: members, staleSince }: Pick<PmgInstance, 'nodes' | 'staleSince'>) {
  const atLeast = useAtLeast();
  const nodes = members.map((node): PmgNode => ({ ...node, staleSince }));
  const columns = nodeColumns.filter(({ from }) => atLeast(from));
  return (
    <div className="card">
      <table className="rows">
        <caption className="h-8 border-b border-line bg-panel px-3.5 text-left text-sm leading-8 font-semibold">
          {messages.nodes}
        </caption>
        <thead>
          <tr>
            {columns.map(({ head, numeric, className }) => (
              <th key={head} scope="col" className={`${numeric ? 'num' : ''} ${className}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.name} className={`row ${rowLook(shownStatus(node).figures)}`}>
              {columns.map(({ head, numeric, cell }) => (
                <td key={head} className={numeric ? 'num' : undefined}>
                  {cell(node)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {nodes.length === 0 && <p className="px-3.5 py-2 text-sm text-mute">{messages.noNodes}</p>}
    </div>
  );
}
