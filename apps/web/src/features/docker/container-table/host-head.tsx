// The head above the containers of a host: its status, what it runs, and its problems.
import { instanceId } from '@belfry/domain/ids';
import { dockerHostStatus } from '@belfry/domain/status';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { memo } from 'react';
import { formatBytes, formatUptime } from '../../../lib/language/format.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { SiteMark } from '../../../live/site-mark.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { HostStatus } from '../../../ui/host-status.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { messages } from '../messages.ts';

interface HostHeadProps {
  host: DockerHost;
  running: number;
  count: number;
}

export const HostHead = memo(function HostHead({ host, running, count }: HostHeadProps) {
  const status = dockerHostStatus(host);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <b className="max-w-64 shrink-0 truncate font-semibold max-md:max-w-[60%] text-text" {...hint(host.displayName)}>
        <bdi>{host.displayName}</bdi>
      </b>
      <PageLink href={pageAddress('docker/hosts', host.id)} name={host.displayName} />
      <SiteMark instance={instanceId('docker', host.id)} />
      <Oddities host={host} />
      {status.tone !== 'ok' && <Dot state={status.tone} label="" />}
      <span className="shrink-0 truncate text-mute tabular-nums max-md:min-w-0 max-md:shrink">
        <HostStatus status={status} since={host.staleSince} /> ·{' '}
        {count === 0
          ? messages.empty
          : status.word === 'unreachable'
            ? messages.containers(count)
            : messages.legend({ running, other: count - running, unreachable: 0 })}
      </span>
      <span className="ml-auto truncate pl-3 text-mute tabular-nums max-lg:hidden">{factsOf(host).join(' · ')}</span>
    </span>
  );
});

function Oddities({ host }: { host: DockerHost }) {
  const { agentOutdated, clockAheadSeconds, intervalTooLong, omittedContainers } = host;
  const odd: (readonly [string, string])[] = [];
  if (agentOutdated) odd.push([messages.outdated, messages.outdatedHint]);
  if (clockAheadSeconds !== undefined) odd.push([messages.clock(clockAheadSeconds), messages.clockHint]);
  if (intervalTooLong) odd.push([messages.rare, messages.rareHint]);
  if (omittedContainers) odd.push([messages.omitted(omittedContainers), messages.omittedHint]);
  return odd.map(([text, why]) => (
    <span key={text} className="shrink-0 max-md:hidden" {...hint(why)}>
      <Chip>{text}</Chip>
      <span className="sr-only">: {why}</span>
    </span>
  ));
}

function factsOf({ os, engine, dockerVersion, uptimeSeconds, cpus, totalMemoryBytes }: DockerHost): string[] {
  const name = engine === 'podman' ? 'Podman' : 'Docker';
  return [
    ...(os ? [os] : []),
    ...(dockerVersion ? [`${name} ${dockerVersion}`] : []),
    ...(cpus > 0 ? [messages.cores(cpus)] : []),
    ...(totalMemoryBytes > 0 ? [formatBytes(totalMemoryBytes)] : []),
    ...(uptimeSeconds > 0 ? [messages.upSince(formatUptime(uptimeSeconds))] : []),
  ];
}
