// The answer of GET /api/diagnostics.
import { arch, availableParallelism, platform } from 'node:os';
import { defined } from '@belfry/domain/defined';
import { plainDockerHost } from '@belfry/domain/plain-state';
import { kinds, type NodeType, type PlainType, plainTypes } from '@belfry/schema/config/kinds';
import type { ExportStatus } from '@belfry/schema/history/exports';
import type { Defect, DiagnosticsReply } from '@belfry/schema/http/diagnostics';
import type { HistoryStatusReply } from '@belfry/schema/http/history';
import type { State } from '@belfry/schema/state';
import { iso } from '../../lib/clock.ts';
import type { Checked, Checks } from './checks.ts';
import { hostDiagnosis, nodeDiagnosis } from './diagnosis.ts';
import type { Names } from './names.ts';

/** `uptime` seconds. */
export interface ProcessFacts {
  version: string;
  uptime: number;
  defects: readonly Defect[];
  history: HistoryStatusReply;
}

export function diagnostics(checks: Checks, state: State, server: ProcessFacts, names: Names): DiagnosticsReply {
  const memory = process.memoryUsage();
  const guests = [...state.vms, ...state.containers];
  return {
    version: server.version,
    runtime: `node ${process.versions.node}`,
    uptime: server.uptime,
    checkedAt: iso(checks.at),
    nodes: checks.hosts
      .filter(({ config }) => kinds[config.type].hasGuests)
      .map((checked) => nodeDiagnosis(checked, state, names)),
    ...otherHosts(checks, (checked) => hostDiagnosis(checked, state, names)),
    dockerHosts: state.dockerHosts.map((host) => ({
      id: names.of('docker-host', host.id),
      name: names.called('docker-host', host.id, host.displayName),
      status: plainDockerHost(host).status,
      lastSeen: host.lastSeen,
      ...(host.agentVersion !== undefined && { agentVersion: host.agentVersion }),
      agentOutdated: host.agentOutdated === true,
      containers: host.containers.length,
      ...(host.clockAheadSeconds !== undefined && { clockAheadSeconds: host.clockAheadSeconds }),
    })),
    system: {
      os: platform(),
      arch: arch(),
      nodeVersion: process.versions.node,
      numCPU: availableParallelism(),
      memoryMB: Math.round(memory.rss / 2 ** 20),
      memory: { alloc: memory.heapUsed, resident: memory.rss },
    },
    history: {
      ...server.history,
      problems: server.history.problems.flatMap((message) => names.words(message) ?? []),
      ...(server.history.remote && { remote: withoutWords(server.history.remote, names) }),
      imports: server.history.imports.map(({ waiting: _, ...found }) => ({
        ...found,
        instance: names.of('instance', found.instance),
      })),
    },
    errors: [],
    defects: server.defects.map(({ message, ...defect }) => {
      const replaced = names.words(message);
      return replaced === undefined ? defect : { ...defect, message: replaced };
    }),
    nodeSnapshots: state.nodes.map(({ instance, name, memory: used }) => ({
      ...place({ instance, node: name }, names),
      memorySource: used.source ?? 'unknown',
      memory: used,
    })),
    guestSnapshots: guests.map(({ id, vmid, name, instance, node, type, status, memory: used }) => ({
      ...place({ instance, node }, names),
      guestType: type,
      name: names.called('guest', id, name),
      ...(vmid !== undefined && { vmid: names.vmid(instance, vmid) }),
      status,
      memorySource: used.source ?? 'unknown',
      memory: used,
    })),
  };
}

/** One list for each kind that has no guests. */
function otherHosts<D>({ hosts }: Checks, diagnose: (checked: Checked) => D): Record<PlainType, D[]> {
  const own = (type: NodeType) => hosts.filter(({ config }) => config.type === type).map(diagnose);
  return Object.fromEntries(plainTypes.map((type) => [type, own(type)])) as Record<PlainType, D[]>;
}

/** A node is identified by its instance and its name, because two sites may both have a `pve1`. */
export const place = ({ instance, node }: { instance: string; node: string }, names: Names) => ({
  instance: names.of('instance', instance),
  node: names.called('node', `${instance} ${node}`, node),
});

/** What an engine answered may contain its address. */
const withoutWords = ({ problem, dropReason, ...status }: ExportStatus, names: Names): ExportStatus => ({
  ...status,
  ...defined({ problem: names.words(problem), dropReason: names.words(dropReason) }),
});
