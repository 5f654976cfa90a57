// The diagnosis of one host: what it answered just now, and what its polls have found.

import { isNumbered } from '@belfry/domain/guest-number';
import type { Instance } from '@belfry/schema/entities/instance';
import type { HostDiagnosis, NodeDiagnosis } from '@belfry/schema/http/diagnostics';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { State } from '@belfry/schema/state';
import { refusalText, sentenceOf } from '../../lib/refusal.ts';
import type { Checked } from './checks.ts';
import type { Names } from './names.ts';

const MAX_VMS = 100;
/** The message of the guest agent, even if it says nothing useful. */
const withoutAgent = new Set<string | undefined>(['agent-disabled', 'agent-not-running', 'no-data']);

export function hostDiagnosis({ instance: id, config, result }: Checked, state: State, names: Names): HostDiagnosis {
  const live = state.instances.find((instance) => instance.id === id);
  const words = <K extends string>(key: K, text: string | undefined) => {
    const replaced = names.words(text);
    return (replaced === undefined ? {} : { [key]: replaced }) as { [P in K]?: string };
  };
  const withSentence = <K extends string>(key: K, text: string, sentence: Sentence | undefined) => {
    const replaced = words(key, text);
    return key in replaced && sentence !== undefined ? { ...replaced, sentence } : replaced;
  };
  const tested = result.ok ? result.value : undefined;
  return {
    id: names.of('instance', id),
    name: names.called('instance', id, config.name),
    host: names.address(config.host),
    type: config.type,
    authMethod: config.tokenValue ? 'api_token' : 'username_password',
    // Polls of a cluster may reach another member than the one that was tested just now.
    connected: isHeard(live) ?? result.ok,
    ...(!result.ok && withSentence('error', refusalText(result.error), sentenceOf(result.error))),
    ...(live?.error && { errorKind: live.error.kind }),
    ...(tested && { latency: tested.latency }),
    ...(live?.lastSeen && { lastPoll: live.lastSeen }),
    details: {
      ...(live?.version && { version: live.version }),
      ...(tested?.nodeCount !== undefined && { node_count: tested.nodeCount }),
      ...(tested?.datastoreCount !== undefined && { datastore_count: tested.datastoreCount }),
    },
    gaps: (live?.gaps ?? []).map(({ part, kind, message, sentence, needs }) => {
      const privilege = names.privilege(needs);
      return {
        kind,
        ...words('part', part),
        ...withSentence('message', message, sentence),
        ...(privilege !== undefined && { needs: privilege }),
      };
    }),
    droppedItems: live?.dropped ?? 0,
  };
}

/** The result of the polls; undefined before the first answer or failure. */
const isHeard = (live: Instance | undefined): boolean | undefined =>
  live?.lastSeen === undefined && live?.error === undefined
    ? undefined
    : live.health === 'healthy' || live.health === 'degraded';

export function nodeDiagnosis(checked: Checked, state: State, names: Names): NodeDiagnosis {
  const { instance } = checked;
  const own = <T extends { instance: string }>(list: readonly T[]): T[] =>
    list.filter((item) => item.instance === instance);
  const vms = own(state.vms).filter(({ status }) => status === 'running');
  const troubled = vms.filter(isNumbered).filter(({ diskStatusReason }) => diskStatusReason !== undefined);
  const disks = Map.groupBy(own(state.physicalDisks), ({ node }) => node);
  const nodes = own(state.nodes);
  const members = checked.result.ok ? checked.result.value.clusterNodeCount : undefined;
  return {
    ...hostDiagnosis(checked, state, names),
    ...(members !== undefined && { clusterInfo: { nodes: members } }),
    vmDiskCheck: {
      vmsFound: vms.length,
      vmsWithAgent: vms.filter(({ diskStatusReason }) => !withoutAgent.has(diskStatusReason)).length,
      vmsWithDiskData: vms.filter(({ disk }) => disk.usage >= 0).length,
      problematicVMs: troubled.slice(0, MAX_VMS).map(({ id, vmid, name, status, diskStatusReason = '' }) => ({
        vmid: names.vmid(instance, vmid),
        name: names.called('guest', id, name),
        status,
        issue: diskStatusReason,
      })),
    },
    physicalDisks: {
      enabled: 'monitorPhysicalDisks' in checked.config && checked.config.monitorPhysicalDisks,
      nodesChecked: nodes.length,
      nodesWithDisks: disks.size,
      totalDisks: disks.values().reduce((total, list) => total + list.length, 0),
      nodeResults: nodes.map(({ name }) => ({
        nodeName: names.called('node', `${instance} ${name}`, name),
        diskCount: disks.get(name)?.length ?? 0,
      })),
    },
  };
}
