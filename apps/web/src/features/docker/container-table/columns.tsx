// The columns of the container table, as data.

import type { Limits } from '@belfry/domain/alerts/thresholds';
import { cpuShare, keepsRestarting } from '@belfry/domain/docker';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { formatBytes, formatCount, formatShare, NONE } from '../../../lib/language/format.ts';
import { usageTone } from '../../../lib/tone.ts';
import { Meter } from '../../../ui/meter.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { messages } from '../messages.ts';
import { ContainerName } from './container-name.tsx';
import type { Entry, SortKey, View } from './rows.ts';
import { Status } from './status.tsx';

/** What a cell gets besides the container. */
export interface CellContext {
  grouping: View['grouping'];
  expanded: boolean;
  limits: Limits;
}

export type ContainerColumn = Column<Entry, CellContext, SortKey>;

const none = <span className="text-mute">{NONE}</span>;
/** The share of the container's own limit. Without a limit there is no share. */
function amountOf({ memoryUsageBytes: used, memoryLimitBytes: limit }: DockerContainer, host: DockerHost): string {
  if (used === null) return '';
  return limit !== null && limit < host.totalMemoryBytes ? formatShare(used, limit) : formatBytes(used);
}

const columns: ContainerColumn[] = [
  {
    id: 'name',
    head: () => messages.heads.name,
    sort: 'name',
    min: 150,
    // on a phone also its status and memory
    good: 264,
    grow: 4,
    cell: (entry, { grouping, expanded, limits }) => <ContainerName {...{ entry, grouping, expanded, limits }} />,
  },
  {
    id: 'host',
    head: () => messages.heads.host,
    sort: 'host',
    min: 100,
    grow: 1,
    priority: 4,
    from: 'lg',
    cell: ({ host }) => <span className="text-sm text-soft">{host.displayName}</span>,
  },
  {
    id: 'status',
    head: () => messages.heads.status,
    sort: 'status',
    descends: true,
    min: 130,
    // "Up 14 hours (unhealthy)"
    good: 176,
    grow: 1,
    priority: 3,
    from: 'md',
    cell: (entry) => (
      <span className="text-sm">
        <Status entry={entry} />
      </span>
    ),
  },
  {
    id: 'cpu',
    head: () => messages.heads.cpu,
    sort: 'cpu',
    descends: true,
    min: 90,
    grow: 1,
    priority: 1,
    cell({ host, container, figures }, { limits }) {
      const { cpuPercent } = container;
      if (figures === 'none' || cpuPercent === null) return none;
      // 100 percent are one core, also in its threshold; without one the share of all cores it may use decides
      const share = cpuShare(container, host);
      return (
        <div className="summary-meter">
          <Meter
            percent={cpuPercent}
            tone={usageTone('cpu', limits.cpu ? cpuPercent : (share ?? cpuPercent), limits.cpu)}
            limit={limits.cpu}
            caption={share === undefined ? undefined : messages.cpuShare(share)}
          />
        </div>
      );
    },
  },
  {
    id: 'memory',
    head: () => messages.heads.memory,
    sort: 'memory',
    descends: true,
    min: 90,
    grow: 2,
    // on a phone it stands below the name, which is whole in return
    priority: 5,
    cell({ host, container, figures }, { limits }) {
      const { memoryPercent } = container;
      if (figures === 'none' || memoryPercent === null) return none;
      return (
        <div className="summary-meter">
          <Meter
            percent={memoryPercent}
            tone={usageTone('memory', memoryPercent, limits.memory)}
            limit={limits.memory}
            caption={amountOf(container, host)}
          />
        </div>
      );
    },
  },
  {
    id: 'restarts',
    head: () => messages.heads.restarts,
    sort: 'restarts',
    descends: true,
    min: 84,
    priority: 6,
    numeric: true,
    from: 'md',
    cell({ container }) {
      if (container.restartCount === null) return none;
      const look = keepsRestarting(container) ? 'font-bold text-crit' : container.restartCount > 0 ? '' : 'text-mute';
      return <span className={`figure ${look}`}>{formatCount(container.restartCount)}</span>;
    },
  },
];

/** Grouped, the host is in the head of its containers. */
export const containerColumns: Record<View['grouping'], readonly ContainerColumn[]> = {
  flat: columns,
  grouped: columns.filter(({ id }) => id !== 'host'),
};
