// The rules about a Proxmox VE cluster as a whole.
import { quorumOf } from '@belfry/domain/quorum';
import type { PveCluster } from '@belfry/schema/entities/pve-cluster';
import type { State } from '@belfry/schema/state';
import { instanceUnreachableId, nodeOfflineId } from '../engine/alert-ids.ts';
import type { Notice } from '../engine/notice.ts';
import type { Confirm, Verdict } from '../engine/reading.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { usesHa } from '../readings/ha.ts';
import { clusterHaTrouble, quorumAtRisk, quorumDeviceSilent, quorumLost } from '../readings/pve-messages.ts';
import { clusterResource } from '../readings/resources.ts';
import { bad, unknown, unlessDisabled, well } from '../readings/verdicts.ts';

const TWO_POLLS: Confirm = { polls: 2 };

/** Two answers of the host. The manager moves to another node by itself. */
const HA_ANSWERS: Confirm = { holdMs: 120_000 };

/** A device that is connected again at once is no problem. */
const THREE_POLLS: Confirm = { polls: 3 };

/**
 * A cluster with all nodes online is good, even one of two nodes, which always needs both. After the loss of a node, it is at risk
 * if the next loss costs the quorum.
 */
export function quorumVerdict({ quorate, nodes, nodesOnline, quorumDevice }: PveCluster): Verdict {
  const { cast, majority: threshold } = quorumOf(nodes, nodesOnline, quorumDevice);
  if (!quorate) return { is: 'bad', level: 'critical', value: nodesOnline, threshold };
  const isAtRisk = nodesOnline < nodes && cast <= threshold;
  return isAtRisk ? { is: 'bad', level: 'warning', value: nodesOnline, threshold } : { is: 'well', value: nodesOnline };
}

/** Offline nodes explain the risk. They do not explain the loss of the quorum, which is a problem of its own. */
export const createClusterRules = (): RuleSet<'pveClusters'> => ({
  list: 'pveClusters',
  notices: clusterNotices,
  read(cluster, context) {
    const { state } = context;
    const { instance, quorate } = cluster;
    const verdict = quorumVerdict(cluster);
    const policy = context.policyOf({ kind: 'node', id: cluster.id });
    const offline =
      quorate && verdict.is === 'bad'
        ? state.nodes.filter((node) => node.instance === instance && node.status === 'offline')
        : [];
    return unlessDisabled(policy, [
      {
        id: `quorum-${cluster.id}`,
        type: 'quorum',
        resource: clusterResource('cluster', cluster, state),
        verdict,
        confirm: TWO_POLLS,
        causes: [instanceUnreachableId(instance), ...offline.map(({ id }) => nodeOfflineId(id))],
        message: () => (quorate ? quorumAtRisk(cluster) : quorumLost(cluster)),
      },
      {
        id: `quorum-device-${cluster.id}`,
        type: 'quorum',
        resource: clusterResource('cluster', cluster, state),
        verdict: cluster.quorumDevice?.votes === false ? bad('warning') : well,
        confirm: THREE_POLLS,
        causes: [instanceUnreachableId(instance)],
        message: () => quorumDeviceSilent(cluster),
      },
      {
        id: `ha-status-${cluster.id}`,
        type: 'ha-status',
        resource: clusterResource('cluster', cluster, state),
        verdict: availability(cluster, state),
        confirm: HA_ANSWERS,
        causes: [`quorum-${cluster.id}`, instanceUnreachableId(instance)],
        message: () => clusterHaTrouble(cluster),
      },
    ]);
  },
  follows: ['nodes'],
});

/** HA may be disarmed for a maintenance on purpose. A dead manager is never meant. */
function availability({ instance, haWorks, haStatus = '' }: PveCluster, state: State): Verdict {
  if (haWorks === undefined) return unknown;
  if (haWorks || !usesHa(instance, state)) return well;
  return bad(haStatus.startsWith('master') ? 'critical' : 'warning');
}

const clusterNotices: readonly Notice[] = [
  {
    ...{ type: 'ha-status', of: 'cluster', from: 'Proxmox VE 7 and newer, clusters with HA', needs: 'Sys.Audit on /' },
    fact: 'HA manages guests, and its master is dead, or it is disarmed for the whole cluster (9.2)',
    ...{ poll: 'pve availability', after: HA_ANSWERS, shown: 'Overview' },
  },
  {
    ...{
      type: 'quorum',
      of: 'cluster',
      from: 'Proxmox VE 7 and newer, clusters with a quorum device',
      needs: 'Sys.Audit',
    },
    fact: 'The quorum device of a cluster does not vote',
    ...{ poll: 'pve availability', after: THREE_POLLS, shown: 'Overview' },
  },
  {
    ...{ type: 'quorum', of: 'cluster', from: 'Proxmox VE 7 and newer, clusters', needs: 'Sys.Audit' },
    fact: 'A cluster has no quorum, or the loss of one more node would cost it',
    ...{ poll: 'pve nodes', after: TWO_POLLS, shown: 'Overview' },
  },
];
