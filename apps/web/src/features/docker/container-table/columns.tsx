// The columns of the container table, as data.
import type { Limits } from '@belfry/domain/alerts/thresholds';
import { keepsRestarting } from '@belfry/domain/docker';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import type { ReactNode } from 'react';
import type { Breakpoint } from '../../../lib/breakpoint.ts';
import { formatBytes, formatCount, formatShare, NONE } from '../../../lib/language/format.ts';
import { usageTone } from '../../../lib/tone.ts';
import { Meter } from '../../../ui/meter.tsx';
import { ContainerName } from './container-name.tsx';
import type { Entry, SortKey, View } from './rows.ts';
import { Status } from './status.tsx';

/** What a cell gets besides the container. */
export interface CellContext {
  grouping: View['grouping'];
  expanded: boolean;
  limits: Limits;
}

export interface ContainerColumn {
  id: SortKey;
  head: string;
  numeric?: boolean;
  /** The column is hidden on windows narrower than this. */
  from?: Breakpoint;
  /** Shown only in a list without groups. */
  flat?: true;
  className: string;
  cell(entry: Entry, context: CellContext): ReactNode;
}

const none = <span className="text-mute">{NONE}</span>;
/** The share of the container's own limit. Without a limit there is no share. */
function amountOf({ memoryUsageBytes: used, memoryLimitBytes: limit }: DockerContainer, host: DockerHost): string {
  if (used === null) return '';
  return limit !== null && limit < host.totalMemoryBytes ? formatShare(used, limit) : formatBytes(used);
}

export const containerColumns: ContainerColumn[] = [
  {
    id: 'name',
    head: 'Container',
    className: '',
    cell: (entry, context) => <ContainerName entry={entry} grouping={context.grouping} expanded={context.expanded} />,
  },
  {
    id: 'host',
    head: 'Host',
    flat: true,
    from: 'lg',
    className: 'w-[14%]',
    cell: ({ host }) => <span className="text-sm text-soft">{host.displayName}</span>,
  },
  {
    id: 'status',
    head: 'Status',
    from: 'md',
    className: 'w-[19%] xl:w-52',
    cell: (entry) => (
      <span className="text-sm">
        <Status entry={entry} />
      </span>
    ),
  },
  {
    id: 'cpu',
    head: 'CPU',
    className: 'w-[14%] max-md:w-[24%]',
    cell({ container, figures }, { limits }) {
      if (figures === 'none' || container.cpuPercent === null) return none;
      return <Meter percent={container.cpuPercent} tone={usageTone('cpu', container.cpuPercent)} limit={limits.cpu} />;
    },
  },
  {
    id: 'memory',
    head: 'Memory',
    className: 'w-[20%] max-md:w-[24%]',
    cell({ host, container, figures }, { limits }) {
      const { memoryPercent } = container;
      if (figures === 'none' || memoryPercent === null) return none;
      return (
        <div className="summary-meter">
          <Meter
            percent={memoryPercent}
            tone={usageTone('memory', memoryPercent)}
            limit={limits.memory}
            caption={amountOf(container, host)}
          />
        </div>
      );
    },
  },
  {
    id: 'restarts',
    head: 'Restarts',
    numeric: true,
    from: 'md',
    className: 'w-20',
    cell({ container }) {
      if (container.restartCount === null) return none;
      const look = keepsRestarting(container) ? 'font-bold text-crit' : container.restartCount > 0 ? '' : 'text-mute';
      return <span className={`figure ${look}`}>{formatCount(container.restartCount)}</span>;
    },
  },
];
