// The containers of a Docker host: state, health, load, memory limit, and ends by lack of memory.
import { containerSubject } from '@belfry/domain/alerts/subjects';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { containerEnd, outOfMemory } from '@belfry/domain/docker';
import { containerId, instanceId } from '@belfry/domain/ids';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { dockerHostOfflineId } from '../../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Reading, Resource, Verdict } from '../../engine/reading.ts';
import type { Context, RuleSet } from '../../engine/rule-set.ts';
import { dockerMessages } from '../../readings/docker-messages.ts';
import { limitOf } from '../../readings/limits.ts';
import { bad, measured, off, unknown, well } from '../../readings/verdicts.ts';
import { isSaved, restartLoopId } from './reports.ts';

const AT_ONCE = { polls: 1 } as const;
const TWICE = { polls: 2 } as const;
const MEMORY_LIMIT_MARGIN = 5;

export const containerResource = (host: DockerHost, container: DockerContainer): Resource => ({
  kind: 'dockerContainer',
  id: containerId(host.id, container),
  name: container.name,
  node: host.hostname,
  instance: `Docker:${host.displayName}`,
  instanceId: instanceId('docker', host.id),
});

export const createContainerRules = (): RuleSet<'dockerHosts'> => ({
  list: 'dockerHosts',
  notices: containerNotices,
  read: (host, context) =>
    isSaved(host, context.state)
      ? savedReadings(host, context)
      : judged(host).flatMap((container) => readingsOf(host, container, context)),
});

/** A container that is not recorded would fill the history of the alerts. One that was replaced is not missed. */
export const judged = ({ containers }: DockerHost): DockerContainer[] =>
  containers.filter(({ notRecorded, superseded }) => !notRecorded && !superseded);

/** Before the first report after a start nothing is known, but every container still exists. */
const savedReadings = (host: DockerHost, context: Context): Reading[] =>
  judged(host)
    .flatMap((container) => readingsOf(host, container, context))
    .map((reading) => (reading.verdict.is === 'off' ? reading : { ...reading, verdict: unknown }));

function readingsOf(host: DockerHost, container: DockerContainer, context: Context): Reading[] {
  const policy = context.policyOf(containerSubject(host, container));
  const resource = containerResource(host, container);
  const hostOffline = dockerHostOfflineId(host.id);
  const ids = {
    outOfMemory: `docker-container-oom-${resource.id}`,
    memoryLimit: `docker-container-memory-limit-${resource.id}`,
  };
  const isRunning = container.state.toLowerCase() === 'running';
  /** Of a running container only. */
  const running = (verdict: Verdict): Verdict => (isRunning ? verdict : well);
  const unlessOff = (verdict: Verdict): Verdict => (policy.disabled ? off : verdict);
  const { cpu, memory } = policy.limits;
  const limitBytes = configuredLimit(host, container);

  return [
    {
      id: `docker-container-state-${resource.id}`,
      type: 'docker-container-state',
      resource,
      verdict: unlessOff(stateVerdict(container, policy)),
      confirm: TWICE,
      causes: [hostOffline, ids.outOfMemory, restartLoopId(resource.id)],
      message: () => dockerMessages.state(container),
      metadata: { state: container.state, exitCode: container.exitCode, image: container.image },
    },
    {
      id: `docker-container-health-${resource.id}`,
      type: 'docker-container-health',
      resource,
      verdict: unlessOff(running(healthVerdict(container.health))),
      confirm: AT_ONCE,
      causes: [hostOffline],
      message: () => dockerMessages.health(container, container.health ?? ''),
    },
    {
      id: ids.outOfMemory,
      type: 'docker-container-oom-kill',
      resource,
      verdict: unlessOff(outOfMemory(container) ? bad('critical') : well),
      confirm: AT_ONCE,
      causes: [hostOffline],
      message: () => dockerMessages.outOfMemory(container),
      metadata: { exitCode: container.exitCode },
    },
    {
      id: `${resource.id}-cpu`,
      type: 'cpu',
      resource,
      verdict: unlessOff(running(measured(container.cpuPercent ?? undefined, cpu))),
      confirm: context.holdOf('dockerContainer', 'cpu'),
      causes: [hostOffline],
      message: () => dockerMessages.cpu(container, container.cpuPercent ?? 0),
    },
    {
      id: `${resource.id}-memory`,
      type: 'memory',
      resource,
      verdict: unlessOff(running(measured(container.memoryPercent ?? undefined, memory))),
      confirm: context.holdOf('dockerContainer', 'memory'),
      causes: [hostOffline, ids.memoryLimit],
      message: () => dockerMessages.memory(container, container.memoryPercent ?? 0),
    },
    {
      id: ids.memoryLimit,
      type: 'docker-container-memory-limit',
      resource,
      verdict: unlessOff(limitBytes === undefined ? well : running(memoryLimitVerdict(container, policy))),
      confirm: AT_ONCE,
      causes: [hostOffline],
      message: () => dockerMessages.memoryLimit(container, container.memoryPercent ?? 0, limitBytes ?? 0),
    },
  ];
}

function stateVerdict(container: DockerContainer, { poweredOffSeverity, connectivityDisabled }: Policy): Verdict {
  if (connectivityDisabled) return off;
  switch (containerEnd(container)) {
    case 'unknown':
      return unknown;
    case 'failed':
      return bad(poweredOffSeverity);
    default:
      return well;
  }
}

const HEALTHY = ['', 'none', 'healthy'];

function healthVerdict(health = ''): Verdict {
  // No check has ended since the start.
  if (health.toLowerCase() === 'starting') return unknown;
  if (HEALTHY.includes(health.toLowerCase())) return well;
  return bad(health.toLowerCase() === 'unhealthy' ? 'critical' : 'warning');
}

const memoryLimitVerdict = ({ memoryPercent }: DockerContainer, policy: Policy): Verdict =>
  measured(
    memoryPercent ?? undefined,
    limitOf(policy, 'memoryWarnPct', 'memoryCriticalPct', (trigger) => Math.max(0, trigger - MEMORY_LIMIT_MARGIN)),
  );

/** Without a limit of its own, the memory of the host is the limit, and its usage is not a problem of the container. */
function configuredLimit(
  { totalMemoryBytes }: DockerHost,
  { memoryConfiguredBytes, memoryLimitBytes }: DockerContainer,
): number | undefined {
  if (memoryConfiguredBytes !== undefined) return memoryConfiguredBytes;
  if (memoryLimitBytes === null || memoryLimitBytes >= totalMemoryBytes) return undefined;
  return memoryLimitBytes;
}

const ofContainers: SharedNotice = {
  ...{
    of: 'dockerContainer',
    from: 'Docker or Podman, with the agent',
    needs: 'the agent',
    poll: '(as its report comes)',
  },
  shown: 'Docker',
};

const containerNotices: readonly Notice[] = [
  { ...ofContainers, type: 'docker-container-state', fact: 'A container ended or is dead', after: TWICE },
  { ...ofContainers, type: 'docker-container-health', fact: 'The health check of a container fails', after: AT_ONCE },
  {
    ...ofContainers,
    type: 'docker-container-oom-kill',
    fact: 'A container was ended for lack of memory',
    after: AT_ONCE,
  },
  { ...ofContainers, type: 'cpu', fact: 'A container needs too much of the processors', after: 'setting' },
  { ...ofContainers, type: 'memory', fact: 'A container needs too much of the memory of its host', after: 'setting' },
  {
    ...{ ...ofContainers, type: 'docker-container-memory-limit', after: AT_ONCE },
    fact: 'A container is near the limit of its memory',
  },
];
