// A host in two lines: its name and containers, then its load or, if it cannot be reached, since when.

import { instanceId } from '@belfry/domain/ids';
import { dockerHostStatus } from '@belfry/domain/status';
import { percent } from '@belfry/domain/usage';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { wholePercent } from '../../lib/language/format.ts';
import { usageTone } from '../../lib/tone.ts';
import { SiteMark } from '../../live/site-mark.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dot } from '../../ui/dot.tsx';
import { hint } from '../../ui/hint.tsx';
import { HostStatus } from '../../ui/host-status.tsx';
import { Meter } from '../../ui/meter.tsx';
import { PageMark } from '../../ui/page-link.tsx';
import { statusText } from '../../ui/status-text.ts';
import { messages } from './messages.ts';

interface HostFiguresProps {
  host: DockerHost;
  running: number;
  count: number;
}

export function HostFigures({ host, running, count }: HostFiguresProps) {
  const status = dockerHostStatus(host);
  const isUp = status.figures === 'now';
  return (
    <>
      <span className="flex items-center gap-2">
        <Dot state={status.tone} label={statusText(status.label)} />
        <b className={`min-w-0 truncate font-[550] ${isUp ? '' : 'text-mute'}`} {...hint(host.displayName)}>
          <bdi>{host.displayName}</bdi>
        </b>
        <PageMark name={host.displayName} />
        <SiteMark instance={instanceId('docker', host.id)} />
        <span className="flex-1" />
        {host.agentOutdated && (
          <span {...hint(messages.outdatedHint)}>
            <Chip className="text-warn">{messages.outdated}</Chip>
            <span className="sr-only">: {messages.outdatedHint}</span>
          </span>
        )}
        <span className="text-sm text-mute tabular-nums">
          <span aria-hidden>{messages.running(running, count)}</span>
          <span className="sr-only">{messages.runningOf(running, count)}</span>
        </span>
      </span>
      <span className="mt-0.5 block pl-4 text-xs text-mute">
        {isUp ? <Load host={host} /> : <HostStatus status={status} since={host.staleSince} />}
      </span>
    </>
  );
}

function Load({ host: { cpuUsagePercent, memoryUsedBytes, totalMemoryBytes, cpus } }: { host: DockerHost }) {
  const memory = memoryUsedBytes === undefined ? undefined : percent(memoryUsedBytes, totalMemoryBytes);
  if (cpuUsagePercent === undefined && memory === undefined) return cpus > 0 ? messages.cores(cpus) : null;
  return (
    <span className="grid grid-cols-2 gap-4">
      {cpuUsagePercent !== undefined && (
        <Figure name={messages.cpu} percent={cpuUsagePercent} tone={usageTone('cpu', cpuUsagePercent, undefined)} />
      )}
      {memory !== undefined && (
        <Figure name={messages.memory} percent={memory} tone={usageTone('memory', memory, undefined)} />
      )}
    </span>
  );
}

function Figure({ name, ...meter }: { name: string; percent: number; tone: ReturnType<typeof usageTone> }) {
  return (
    <span
      className="grid grid-cols-[auto_1fr] items-center gap-1.5"
      role="img"
      aria-label={`${name} ${wholePercent(meter.percent)}%`}
    >
      <span>{name === messages.memory ? messages.memoryShort : name}</span>
      <Meter {...meter} />
    </span>
  );
}
