// The page of a container of a Docker host. Its id is made of its name, so a container that is recreated keeps its page.
import { containerSubject } from '@belfry/domain/alerts/subjects';
import { containerFigures, containerTone, cpuShare } from '@belfry/domain/docker';
import { containerId, dockerContainerNameId, instanceId } from '@belfry/domain/ids';
import { shownStatus } from '@belfry/domain/status';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { Link } from '@tanstack/react-router';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { formatShare } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { momentOf } from '../../../lib/moment.ts';
import { useDockerHosts } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import type { Detail, DetailKind } from '../detail.ts';
import { messages } from '../messages.ts';
import { usage } from '../usage.ts';

interface Hosted {
  host: DockerHost;
  container: DockerContainer;
}

const containerLimits = createLimits(
  ({ host, container }: Hosted) => containerSubject(host, container),
  ({ host, container }) => containerId(host.id, container),
);

const hosted = (hosts: readonly DockerHost[]): Hosted[] =>
  hosts.flatMap((host) => host.containers.map((container) => ({ host, container })));
const idOf = ({ host, container }: Hosted): string => dockerContainerNameId(host.id, container.name);

export const container: DetailKind = {
  path: '/docker/containers/$id',
  list: { to: '/docker', name: () => messages.docker },
  useDetail: useContainer,
  siblings: ({ dockerHosts }) => hosted(dockerHosts).map((each) => ({ id: idOf(each), name: each.container.name })),
  gone: (id) => messages.gone.container(id),
  unreported: (id) => messages.unreported.container(id),
};

function useContainer(id: string): Detail | undefined {
  const found = hosted(useDockerHosts()).find((each) => idOf(each) === id);
  const policies = useAlertPolicies();
  if (!found) return undefined;
  const { host, container: own } = found;
  const state = containerFigures(own, host);
  const received = { status: own.state, ...(host.staleSince !== undefined && { staleSince: host.staleSince }) };
  const status = { ...shownStatus(received), tone: containerTone(own, host), figures: state };
  const limits = containerLimits(policies, found);
  const measured = { source: messages.sources.dockerAgent, at: new Date(host.lastSeen).toISOString() };
  const runs = state !== 'none';
  const share = cpuShare(own, host);
  const { memoryUsageBytes, memoryLimitBytes } = own;
  const usages = [
    {
      id: 'cpu',
      title: messages.cpuOfCore,
      bands: 'cpu',
      percent: own.cpuPercent,
      // the title and the threshold speak of one core; without a threshold the share of all cores it may use decides
      graded: share,
      limit: limits.cpu,
      note: share === undefined ? undefined : messages.cpuShare(share),
    },
    {
      id: 'memory',
      title: messages.memory,
      bands: 'memory',
      percent: own.memoryPercent,
      graded: undefined,
      limit: limits.memory,
      note: memoryUsageBytes && memoryLimitBytes ? formatShare(memoryUsageBytes, memoryLimitBytes) : undefined,
    },
  ] as const;
  return {
    id,
    alerts: { resource: containerId(host.id, own) },
    changes: { resource: containerId(host.id, own) },
    name: own.name,
    instance: instanceId('docker', host.id),
    status,
    staleSince: host.staleSince,
    uptime: runs ? own.uptimeSeconds : undefined,
    marks: (
      <>
        <Chip>{host.engine === 'podman' ? 'Podman' : 'Docker'}</Chip>
        <Link to="/docker/hosts/$id" params={{ id: host.id }} className="text-soft hover:underline">
          {host.displayName}
        </Link>
        {own.health && <Chip>{own.health}</Chip>}
      </>
    ),
    link: undefined,
    figures: usages.map(({ percent, note, ...each }) =>
      usage({
        ...each,
        percent: runs ? (percent ?? undefined) : undefined,
        note: !runs ? messages.notRunning : percent === null ? messages.notReported : note,
        measured,
        line: { kind: 'container', id, metric: each.id },
      }),
    ),
    panels: [{ id: 'container', content: <About container={own} /> }],
    notes: '',
  };
}

function About({ container: own }: { container: DockerContainer }) {
  const { image, composeProject, composeService, startedAt, restartCount, restartPolicy, status, networks } = own;
  const facts: Fact[] = [
    [messages.image, image],
    [messages.state, status || own.state],
    ...(composeProject
      ? [[messages.compose, [composeProject, composeService].filter(Boolean).join(' / ')] as const]
      : []),
    ...(startedAt === undefined ? [] : [[messages.started, momentOf(startedAt)] as const]),
    ...(restartCount === null ? [] : [[messages.restarts, String(restartCount)] as const]),
    ...(restartPolicy ? [[messages.restartPolicy, restartPolicy] as const] : []),
    ...(networks.length > 0
      ? [
          [
            messages.network,
            networks.map(({ name, ipv4 }) => [name, ipv4].filter(Boolean).join(' ')).join(', '),
          ] as const,
        ]
      : []),
  ];
  return (
    <Panel title={messages.container}>
      <Facts facts={facts} />
    </Panel>
  );
}
