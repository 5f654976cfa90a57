// The diagnostics document that a user can give to others. It has only the fields that are named here.
import type { DiagnosticsReply } from '@belfry/schema/http/diagnostics';
import { listNames, type State } from '@belfry/schema/state';
import { iso } from '../../lib/clock.ts';
import { place } from './diagnostics.ts';
import { liveParts, webSocket } from './live-parts.ts';
import type { Names } from './names.ts';
import { pick } from './pick.ts';

const FORM = '2.1.0' as const;

export interface Surroundings {
  now: number;
  deploymentType: string;
  webSocketClients: number;
}

export function createDocument(
  backendDiagnostics: DiagnosticsReply,
  state: State,
  { now, deploymentType, webSocketClients }: Surroundings,
  names: Names,
) {
  return {
    version: FORM,
    timestamp: iso(now),
    environment: { version: backendDiagnostics.version, deploymentType },
    websocket: webSocket(webSocketClients),
    backendDiagnostics,
    state: Object.fromEntries(listNames.map((list) => [list, state[list].length])),
    nodeStatus: state.nodes.map((node) => ({
      ...place({ instance: node.instance, node: node.name }, names),
      ...pick(node, ['status', 'connectionHealth', 'uptime', 'cpu', 'loadAverage', 'kernelVersion', 'pveVersion']),
      ...pick(node, ['isClusterMember', 'staleSince']),
      memoryUsage: node.memory.usage,
      diskUsage: node.disk.usage,
    })),
    datastores: state.pbs.flatMap(({ id, datastores }) =>
      datastores.map((datastore) => ({
        instance: names.of('instance', id),
        name: names.called('datastore', `${id} ${datastore.name}`, datastore.name),
        ...pick(datastore, ['total', 'used', 'usage', 'deduplicationFactor']),
      })),
    ),
    physicalDisks: state.physicalDisks.map((disk) => ({
      ...place(disk, names),
      device: names.called('device', disk.id, disk.devPath),
      ...pick(disk, ['model', 'type', 'size', 'health', 'wearout', 'temperature', 'rpm']),
      smart: disk.health,
    })),
    performance: state.performance,
    ...liveParts(state, names),
  };
}
