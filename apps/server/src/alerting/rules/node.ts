// The rules about hypervisor nodes.
import { rootLimit, storagesOnRoot } from '@belfry/domain/alerts/root-file-system';
import { nodeSubject, storageSubject } from '@belfry/domain/alerts/subjects';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { failedJobOf, hasResult, type Judged } from '@belfry/domain/backup-failures';
import { foundIn } from '@belfry/domain/delta/sorted';
import { hottest, nodeMeasured } from '@belfry/domain/status';
import { percent } from '@belfry/domain/usage';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { Storage } from '@belfry/schema/entities/storage';
import type { State } from '@belfry/schema/state';
import type { Moment } from '../../lib/clock.ts';
import { instanceUnreachableId, nodeOfflineId } from '../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../engine/reading.ts';
import type { Context, RuleSet } from '../engine/rule-set.ts';
import { backupFailedId, createBackupTasks, FAILURE_STAYS } from '../readings/backup-tasks.ts';
import { poolNotices, poolPrefixes, poolReadings } from '../readings/machine/pools.ts';
import { backupJobFailed, nodeHot, nodeMetric, nodeOffline, thinMetadataFull } from '../readings/pve-messages.ts';
import { nodeResource } from '../readings/resources.ts';
import { bad, measured, off, unknown, unlessDisabled, well } from '../readings/verdicts.ts';

const AT_ONCE: Confirm = { polls: 1 };

export function createNodeRules(): RuleSet<'nodes'> {
  const tasksOf = createBackupTasks();
  const isOff = createOffline();
  const storagesOf = createStorages();
  return {
    list: 'nodes',
    notices: nodeNotices,
    read(node, context) {
      const policy = context.policyOf(nodeSubject(node));
      const resource = nodeResource(node, context.state);
      const unreachable = instanceUnreachableId(node.instance);
      const shared = { resource, causes: [nodeOfflineId(node.id), unreachable] };
      return unlessDisabled(policy, [
        offlineReading(node, policy, { resource, causes: [unreachable] }),
        ...metricReadings(node, policy, context, shared, {
          isOff: isOff(node, context.now),
          storages: storagesOf(context.state).get(`${node.instance}/${node.name}`) ?? [],
        }),
        ...poolsOf(node, context, { resource }),
        backupFailure(node, tasksOf(context.state), (id) => guestOf(context.state, id), shared),
      ]);
    },
    unknownParts: unknownPools,
    follows: ['backupTasks', 'guestProtection'],
    // Backups that guests get later end the failure of a job, and a node may stay offline.
    everyMs: 30_000,
  };
}

/** By instance and name of the node. The same for the same list, because nodes are read far more often than storages. */
function createStorages(): (state: Pick<State, 'storage'>) => ReadonlyMap<string, readonly Storage[]> {
  let list: readonly Storage[] | undefined;
  let known: ReadonlyMap<string, readonly Storage[]> = new Map();
  return ({ storage }) => {
    if (list !== storage) known = Map.groupBy(storage, ({ instance, node }) => `${instance}/${node}`);
    list = storage;
    return known;
  };
}

const offline: Record<Node['status'], Verdict> = { online: well, offline: bad('critical'), unknown };

const offlineReading = (node: Node, { connectivityDisabled }: Policy, shared: Shared): Reading => ({
  ...shared,
  id: nodeOfflineId(node.id),
  type: 'connectivity',
  verdict: connectivityDisabled ? off : offline[node.status],
  confirm: NODE_POLLS,
  message: () => nodeOffline(node.name),
});

/** A node may be lost for a moment, and its alerts must not end and begin again because of that. */
const OFF_MS = 60_000;

/** Whether a node has been offline for a while. */
function createOffline(): (node: Node, now: Moment) => boolean {
  const since = new Map<string, number>();
  return ({ id, status }, { monotonic }) => {
    if (status !== 'offline') since.delete(id);
    else if (!since.has(id)) since.set(id, monotonic);
    return monotonic - (since.get(id) ?? monotonic) >= OFF_MS;
  };
}

/**
 * A node that is not online, or has only just come online, has no figures. One that is off has no load and is not hot. Its disk is
 * as full as before.
 */
function metricReadings(
  node: Node,
  { limits }: Policy,
  { holdOf, policyOf }: Context,
  shared: Shared,
  { isOff, storages }: { isOff: boolean; storages: readonly Storage[] },
): Reading[] {
  const { cpu, memory, disk } = node;
  const shares = nodeMeasured(node)
    ? {
        cpu: cpu * 100,
        memory: memory.total > 0 ? memory.usage : undefined,
        disk: disk.total > 0 && disk.usage >= 0 ? disk.usage : undefined,
      }
    : {};
  const degrees = hottest(node);
  const onRoot = storagesOnRoot(node, storages, policyOf);
  return [
    ...(['cpu', 'memory', 'disk'] as const).map((metric) => ({
      ...shared,
      id: `${node.id}-${metric}`,
      type: metric,
      verdict:
        isOff && metric !== 'disk'
          ? well
          : measured(shares[metric], metric === 'disk' ? rootLimit(limits.disk, onRoot, policyOf) : limits[metric]),
      confirm: holdOf('node', metric),
      message: () => nodeMetric(node.name, metric, shares[metric] ?? 0, metric === 'disk' ? onRoot : []),
    })),
    {
      ...shared,
      id: `${node.id}-temperature`,
      type: 'temperature',
      verdict: isOff ? well : measured(degrees, limits.temperature),
      confirm: holdOf('node', 'temperature'),
      message: () => nodeHot(node.name, degrees ?? 0),
    },
  ];
}

/** The ZFS pools without a storage, and the metadata of thin pools: a storage only says how much data they hold. */
const poolsOf = (node: Node, { policyOf, now }: Context, shared: Shared): Reading[] => [
  ...(node.pools ?? []).flatMap((pool) =>
    poolReadings(pool, { id: `${node.id}/${pool.name}`, node: node.name, isFirst: true, now: now.at }, shared),
  ),
  ...(node.thinPools ?? []).map(({ name, metadataUsed, metadataSize }): Reading => {
    const share = percent(metadataUsed, metadataSize);
    const id = `${node.id}/${name}`;
    return {
      ...shared,
      id: `${THIN}${id}`,
      type: 'thin-metadata',
      verdict: measured(share, policyOf(storageSubject({ id, instance: node.instance, node: node.name })).limits.usage),
      confirm: AT_ONCE,
      message: () => thinMetadataFull(node.name, name, share),
    };
  }),
];

const THIN = 'thin-metadata-';

/** Pools are read some time after the nodes. */
const unknownPools = ({ id, pools, thinPools }: Node): string[] => [
  ...(pools ? [] : poolPrefixes(id, '/')),
  ...(thinPools ? [] : [`${THIN}${id}/`]),
];

/** Tasks that back up several guests of the node. */
function backupFailure(
  node: Node,
  judged: Judged,
  guestOf: (id: string) => Guest | undefined,
  shared: Shared,
): Reading {
  const tasks = judged.last.ofNodes.get(node.id) ?? [];
  const failed = failedJobOf(node.id, guestOf, judged);
  const isKnown = tasks[0] ? hasResult(tasks[0]) : judged.last.instances.has(node.instance);
  return {
    ...shared,
    id: backupFailedId(node.id),
    type: 'backup-failed',
    verdict: failed ? bad('warning') : isKnown ? well : unknown,
    confirm: failed && failed.guests.length > 0 ? FAILURE_STAYS : { polls: 1 },
    message: () => (failed ? backupJobFailed(failed) : ''),
  };
}

/** The lists are sorted by id, so nothing is put in order for a single question. */
const guestOf = ({ vms, containers }: Pick<State, 'vms' | 'containers'>, id: string): Guest | undefined =>
  foundIn(vms, id) ?? foundIn(containers, id);

const NODE_POLLS: Confirm = { polls: 3 };
const ofNodes: SharedNotice = {
  ...{ of: 'node', from: 'Proxmox VE 7 and newer', needs: 'Sys.Audit', poll: 'pve nodes', shown: 'Overview' },
};

const nodeNotices: readonly Notice[] = [
  { ...ofNodes, type: 'connectivity', fact: 'A node is offline', poll: 'pve resources', after: NODE_POLLS },
  { ...ofNodes, type: 'cpu', fact: 'The processors of a node are too busy', after: 'setting' },
  { ...ofNodes, type: 'memory', fact: 'The memory of a node is too full', after: 'setting' },
  { ...ofNodes, type: 'disk', fact: 'The root file system of a node is too full', after: 'setting' },
  {
    ...{ ...ofNodes, type: 'temperature', after: 'setting', needs: 'the report of temperatures on the node' },
    ...{ fact: 'A node is too hot', poll: '(as its report comes)' },
  },
  {
    ...{ ...ofNodes, type: 'backup-failed', after: FAILURE_STAYS, poll: 'pve backups', shown: 'Backups' },
    fact: 'A backup job of several guests failed on a node',
  },
  ...poolNotices({ ...ofNodes, poll: 'pve storage', shown: 'page of the node' }),
  {
    ...{ ...ofNodes, type: 'thin-metadata', after: AT_ONCE, poll: 'pve storage', shown: 'page of the node' },
    fact: 'The metadata of a thin pool of LVM is too full',
  },
];
