// The rules about hypervisor nodes.
import { nodeSubject } from '@belfry/domain/alerts/subjects';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { hottest, nodeOnline } from '@belfry/domain/status';
import type { Node } from '@belfry/schema/entities/node';
import { instanceUnreachableId, nodeOfflineId } from '../engine/alert-ids.ts';
import type { Reading, Shared, Verdict } from '../engine/reading.ts';
import type { Context, RuleSet } from '../engine/rule-set.ts';
import { backupVerdict, createLastTasks, type LastTasks } from '../readings/backup-tasks.ts';
import { rootLimit, storagesOnRoot } from '../readings/file-systems.ts';
import { backupFailed, nodeHot, nodeMetric, nodeOffline } from '../readings/pve-messages.ts';
import { nodeResource } from '../readings/resources.ts';
import { bad, measured, off, unknown, unlessDisabled, well } from '../readings/verdicts.ts';

export function createNodeRules(): RuleSet<'nodes'> {
  const lastTasksOf = createLastTasks();
  return {
    list: 'nodes',
    read(node, context) {
      const policy = context.policyOf(nodeSubject(node));
      const resource = nodeResource(node, context.state);
      const unreachable = instanceUnreachableId(node.instance);
      const shared = { resource, causes: [nodeOfflineId(node.id), unreachable] };
      return unlessDisabled(policy, [
        offlineReading(node, policy, { resource, causes: [unreachable] }),
        ...metricReadings(node, policy, context, shared),
        backupFailure(node, lastTasksOf(context.state.backupTasks), shared),
      ]);
    },
    follows: ['backupTasks'],
  };
}

const offline: Record<Node['status'], Verdict> = { online: well, offline: bad('critical'), unknown };

const offlineReading = (node: Node, { connectivityDisabled }: Policy, shared: Shared): Reading => ({
  ...shared,
  id: nodeOfflineId(node.id),
  type: 'connectivity',
  verdict: connectivityDisabled ? off : offline[node.status],
  confirm: { polls: 3 },
  message: () => nodeOffline(node.name),
});

/** A node that is not online, or has only just come online, has no figures. */
function metricReadings(node: Node, { limits }: Policy, context: Context, shared: Shared): Reading[] {
  const { holdOf } = context;
  const { cpu, memory, disk } = node;
  const shares = nodeOnline(node)
    ? {
        cpu: cpu * 100,
        memory: memory.total > 0 ? memory.usage : undefined,
        disk: disk.total > 0 && disk.usage >= 0 ? disk.usage : undefined,
      }
    : {};
  const degrees = hottest(node);
  const onRoot = storagesOnRoot(node, context);
  return [
    ...(['cpu', 'memory', 'disk'] as const).map((metric) => ({
      ...shared,
      id: `${node.id}-${metric}`,
      type: metric,
      verdict: measured(shares[metric], metric === 'disk' ? rootLimit(limits.disk, onRoot, context) : limits[metric]),
      confirm: holdOf('node', metric),
      message: () => nodeMetric(node.name, metric, shares[metric] ?? 0, metric === 'disk' ? onRoot : []),
    })),
    {
      ...shared,
      id: `${node.id}-temperature`,
      type: 'temperature',
      verdict: measured(degrees, limits.temperature),
      confirm: holdOf('node', 'temperature'),
      message: () => nodeHot(node.name, degrees ?? 0),
    },
  ];
}

/** Tasks that back up several guests of the node. */
function backupFailure(node: Node, tasks: LastTasks, shared: Shared): Reading {
  const task = tasks.bySubject.get(node.id);
  return {
    ...shared,
    id: `backup-failed-${node.id}`,
    type: 'backup-failed',
    verdict: backupVerdict(tasks, { subject: node.id, instance: node.instance }),
    confirm: { polls: 1 },
    message: () => (task ? backupFailed('Backup job of several guests', task) : ''),
  };
}
