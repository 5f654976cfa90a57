// The page of a Docker host.
import { dockerHostSubject } from '@belfry/domain/alerts/subjects';
import { containerRunning } from '@belfry/domain/docker';
import { dockerContainerNameId, instanceId } from '@belfry/domain/ids';
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
  const host = useDockerHosts().find((each) => each.id === id);
  const policies = useAlertPolicies();
  if (!host) return undefined;
  const status = dockerHostStatus(host);
  const limits = hostLimits(policies, host);
  const measured = { source: messages.sources.dockerAgent, at: new Date(host.lastSeen).toISOString() };
  const { cpuUsagePercent, memoryUsedBytes, totalMemoryBytes, containers } = host;
  const runningCount = containers.filter((each) => containerRunning(each, host)).length;
  return {
    id,
    changes: { parts: { kind: 'docker', under: dockerContainerNameId(id, '') } },
    name: host.displayName,
    instance: instanceId('docker', host.id),
    status,
    staleSince: host.staleSince,
    uptime: status.figures === 'none' ? undefined : host.uptimeSeconds,
    marks: (
      <>
        <Chip>{host.engine === 'podman' ? 'Podman' : 'Docker'}</Chip>
        {host.hostname !== host.displayName && <span className="text-soft">{host.hostname}</span>}
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
        note: cpuUsagePercent === undefined ? messages.notReported : messages.cores(host.cpus),
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
        values: [[messages.ofAll(containers.length), String(runningCount)]],
        measured,
        plot: {
          unit: 'count',
          lines: [{ kind: 'docker', id, metric: 'containers.running', name: '', live: runningCount }],
        },
      },
    ],
    panels: [
      { id: 'system', content: <System host={host} /> },
      {
        id: 'containers',
        content: containers.length > 0 && (
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
    ],
    notes: '',
  };
}

function System({ host }: { host: DockerHost }) {
  const { os, kernelVersion, architecture, dockerVersion, agentVersion } = host;
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
