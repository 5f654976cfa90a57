// The page of a Docker host.

import { dockerHostSubject } from '@belfry/domain/alerts/subjects';
import { containerRunning } from '@belfry/domain/docker';
import { dockerContainerNameId } from '@belfry/domain/ids';
import { dockerHostStatus } from '@belfry/domain/status';
import { percent } from '@belfry/domain/usage';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { formatShare } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { useDockerHosts } from '../../../live/use-live.ts';
import { AgentVersion } from '../../../ui/agents/agent-version.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import { statusText } from '../../../ui/status-text.ts';
import type { Detail, DetailKind } from '../detail.ts';
import { messages } from '../messages.ts';
import { ResourceLinks } from '../resource-links.tsx';
import { usage } from '../usage.ts';

const hostLimits = createLimits(dockerHostSubject);

export const dockerHost: DetailKind = {
  path: '/docker/hosts/$id',
  list: { to: '/docker', name: () => messages.docker },
  useDetail: useDockerHost,
  siblings: ({ dockerHosts }) => dockerHosts.map(({ id, displayName }) => ({ id, name: displayName })),
  gone: (id) => messages.gone.dockerHost(id),
  unreported: (id) => messages.unreported.dockerHost(id),
};

function useDockerHost(id: string): Detail | undefined {
  const found = useDockerHosts().find((each) => each.id === id);
  const policies = useAlertPolicies();
  if (!found) return undefined;
  const status = dockerHostStatus(found);
  const limits = hostLimits(policies, found);
  const measured = { source: messages.sources.dockerAgent, at: new Date(found.lastSeen).toISOString() };
  const { cpuUsagePercent, memoryUsedBytes, totalMemoryBytes, containers } = found;
  const running = containers.filter((each) => containerRunning(each, found)).length;
  return {
    id,
    name: found.displayName,
    status,
    staleSince: found.staleSince,
    uptime: status.figures === 'none' ? undefined : found.uptimeSeconds,
    marks: (
      <>
        <Chip>{found.engine === 'podman' ? 'Podman' : 'Docker'}</Chip>
        {found.hostname !== found.displayName && <span className="text-soft">{found.hostname}</span>}
      </>
    ),
    link: undefined,
    figures: [
      usage({
        id: 'cpu',
        title: messages.cpu,
        bands: 'cpu',
        percent: cpuUsagePercent,
        limit: limits.cpu,
        note: cpuUsagePercent === undefined ? messages.notReported : messages.cores(found.cpus),
        measured,
        line: { kind: 'docker', id, metric: 'cpu' },
      }),
      usage({
        id: 'memory',
        title: messages.memory,
        bands: 'memory',
        percent: memoryUsedBytes === undefined ? undefined : percent(memoryUsedBytes, totalMemoryBytes),
        limit: limits.memory,
        note: memoryUsedBytes === undefined ? messages.notReported : formatShare(memoryUsedBytes, totalMemoryBytes),
        measured,
        line: { kind: 'docker', id, metric: 'memory' },
      }),
      {
        id: 'running',
        title: messages.running,
        values: [[messages.ofAll(containers.length), String(running)]],
        measured,
        plot: { unit: 'count', lines: [{ kind: 'docker', id, metric: 'containers.running', name: '', live: running }] },
      },
    ],
    panels: [
      { id: 'system', content: <System host={found} /> },
      ...(containers.length > 0
        ? [
            {
              id: 'containers',
              content: (
                <ResourceLinks
                  title={messages.containers(containers.length)}
                  path="/docker/containers/$id"
                  things={containers.map(({ name, state }) => ({
                    id: dockerContainerNameId(id, name),
                    name,
                    more: statusText(state),
                  }))}
                />
              ),
            },
          ]
        : []),
    ],
    notes: '',
  };
}

function System({ host: { os, kernelVersion, architecture, dockerVersion, agentVersion } }: { host: DockerHost }) {
  const facts: Fact[] = [
    [messages.os, os],
    [messages.kernel, kernelVersion],
    [messages.architecture, architecture],
    [messages.engine, dockerVersion],
    [messages.agent, agentVersion && <AgentVersion key="agent" version={agentVersion} />],
  ];
  return (
    <Panel title={messages.system}>
      <Facts facts={facts.filter(([, value]) => Boolean(value))} />
    </Panel>
  );
}
