// What is sampled of backup servers, mail gateways and Docker hosts.
import { containerRunning } from '@belfry/domain/docker';
import { datastoreId, dockerContainerNameId, gatewayNodeId } from '@belfry/domain/ids';
import { dockerHostStatus, gatewayStatus, pbsStatus } from '@belfry/domain/status';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import type { Machine } from '@belfry/schema/entities/machine';
import type { Datastore, PbsInstance } from '@belfry/schema/entities/pbs';
import type { MailQueue, PmgInstance, PmgNode } from '@belfry/schema/entities/pmg';
import type { State } from '@belfry/schema/state';
import type { Sample } from '../history-store.ts';
import { ifKnown, sampleOf, share, space } from './sample.ts';

type Sampled = Sample | undefined;

/** `isAnswering`: whether the instance with this id answered its last essential poll. */
export function* otherSamples(state: State, isAnswering: (instance: string) => boolean): Generator<Sampled> {
  for (const server of state.pbs) {
    if (!isAnswering(server.id) || pbsStatus(server).figures !== 'now') continue;
    yield ofServer(server);
    for (const datastore of server.datastores) yield ofDatastore(server, datastore);
  }
  for (const gateway of state.pmg)
    if (isAnswering(gateway.id) && gatewayStatus(gateway).figures === 'now') {
      yield ofGateway(gateway);
      for (const node of gateway.nodes) if (node.error === undefined) yield ofGatewayNode(gateway, node);
    }
  for (const host of state.dockerHosts) {
    if (dockerHostStatus(host).figures !== 'now') continue;
    yield ofDockerHost(host);
    for (const container of host.containers)
      if (!container.notRecorded && containerRunning(container, host)) yield ofContainer(host, container);
  }
}

const ofServer = ({ id, cpu, memory, networkIn, networkOut, ...machine }: PbsInstance): Sampled =>
  sampleOf('pbs', id, { cpu, memory, ...ofMachine(machine), netin: networkIn, netout: networkOut });

const ofGatewayNode = ({ id }: PmgInstance, { name, cpu, memoryUsed, memoryTotal, loadAvg, ...machine }: PmgNode) =>
  sampleOf('pmgnode', gatewayNodeId(id, name), {
    cpu,
    memory: share(memoryUsed, memoryTotal),
    ...ofMachine(machine),
    load: loadAvg === undefined ? undefined : Number.parseFloat(loadAvg),
    ...ofQueues(machine.queueStatus ? [machine.queueStatus] : []),
  });

/** Without any queue nothing is known. */
function ofQueues(queues: readonly MailQueue[]) {
  const sum = (name: 'total' | 'deferred' | 'hold') =>
    queues.length === 0 ? undefined : queues.reduce((total, queue) => total + queue[name], 0);
  return {
    queue: sum('total'),
    'queue.deferred': sum('deferred'),
    'queue.hold': sum('hold'),
    'queue.oldest': queues.length === 0 ? undefined : Math.max(...queues.map(({ oldestAge }) => oldestAge)),
  };
}

const ofMachine = ({ swapUsed, swapTotal, diskUsed, diskTotal, load, ioWait }: Machine) => ({
  swap: share(swapUsed, swapTotal),
  disk: share(diskUsed, diskTotal),
  load,
  iowait: ioWait,
});

function ofDatastore({ id }: PbsInstance, { name, total, used, usage, deduplicationFactor }: Datastore): Sampled {
  if (total === undefined || used === undefined || usage === undefined) return undefined;
  const values = { ...space({ total, used, usage }), deduplication: deduplicationFactor };
  return sampleOf('datastore', datastoreId(id, name), values);
}

const ofGateway = ({ id, nodes, mailStats, quarantine }: PmgInstance): Sampled =>
  sampleOf('pmg', id, {
    ...ofQueues(nodes.flatMap(({ queueStatus }) => queueStatus ?? [])),
    'mails.in': mailStats?.countIn,
    'mails.out': mailStats?.countOut,
    'spam.in': mailStats?.spamIn,
    'virus.in': mailStats?.virusIn,
    quarantine: quarantine && quarantine.spam + quarantine.virus,
    'quarantine.spam': quarantine?.spam,
    'quarantine.virus': quarantine?.virus,
  });

const ofDockerHost = (host: DockerHost): Sampled =>
  sampleOf('docker', host.id, {
    cpu: host.cpuUsagePercent,
    memory: share(host.memoryUsedBytes, host.totalMemoryBytes),
    'containers.running': host.containers.filter((container) => containerRunning(container, host)).length,
  });

const ofContainer = (
  host: DockerHost,
  { name, cpuPercent, memoryPercent, memoryUsageBytes }: DockerContainer,
): Sampled =>
  sampleOf('container', dockerContainerNameId(host.id, name), {
    cpu: ifKnown(cpuPercent ?? undefined),
    memory: ifKnown(memoryPercent ?? undefined),
    'memory.used': memoryUsageBytes,
  });
