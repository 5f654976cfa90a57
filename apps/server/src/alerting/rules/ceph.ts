// The rules about Ceph.
import { storageSubject } from '@belfry/domain/alerts/subjects';
import { SHARED } from '@belfry/domain/ids';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import { instanceUnreachableId, nodeOfflineId } from '../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../engine/notice.ts';
import type { Confirm, Verdict } from '../engine/reading.ts';
import type { Context, RuleSet } from '../engine/rule-set.ts';
import { cephFull, cephHealth, cephOsds } from '../readings/pve-messages.ts';
import { clusterResource } from '../readings/resources.ts';
import { measured, unknown, unlessDisabled, well } from '../readings/verdicts.ts';

/** Ceph reports many short warnings, for instance while it scrubs or a daemon restarts. */
const A_MINUTE: Confirm = { holdMs: 60_000 };
const AT_ONCE: Confirm = { polls: 1 };

const healthVerdicts: Record<CephCluster['health'], Verdict> = {
  HEALTH_OK: well,
  HEALTH_WARN: { is: 'bad', level: 'warning', value: 1, threshold: 1 },
  HEALTH_ERR: { is: 'bad', level: 'critical', value: 2, threshold: 1 },
  HEALTH_UNKNOWN: unknown,
};

/** Health checks that follow when OSDs are down. */
const OF_OSDS = /^(OSD_([A-Z]+_)?DOWN|PG_|OBJECT_|SLOW_OPS)/;
/** The same for the other daemons of a node. */
const OF_NODES = /^(OSD_([A-Z]+_)?DOWN|PG_|OBJECT_|SLOW_OPS|MON_DOWN|MGR_DOWN|MDS_|FS_DEGRADED|HOST_)/;

/** The names of the failed health checks: the capital letters before each text of the message. */
const checksOf = ({ healthMessage }: CephCluster): string[] =>
  healthMessage.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [];

const osdAlertId = ({ id }: CephCluster): string => `ceph-osd-${id}`;

export const createCephRules = (): RuleSet<'cephClusters'> => ({
  list: 'cephClusters',
  notices: cephNotices,
  read(ceph, context) {
    const policy = context.policyOf(storageSubject({ ...ceph, node: SHARED }));
    const { health, usagePercent, totalBytes } = ceph;
    const unreachable = instanceUnreachableId(ceph.instance);
    const nodes = offlineNodes(ceph, context);
    const shared = { resource: clusterResource('ceph', ceph, context.state) };
    // Without the status of Ceph, its size is an estimate.
    const isKnown = health !== 'HEALTH_UNKNOWN';
    return unlessDisabled(policy, [
      {
        ...shared,
        id: `ceph-health-${ceph.id}`,
        type: 'ceph-health',
        verdict: healthVerdicts[health],
        confirm: health === 'HEALTH_ERR' ? AT_ONCE : A_MINUTE,
        causes: [unreachable, ...(health === 'HEALTH_WARN' ? explanations(ceph, nodes) : [])],
        message: () => cephHealth(ceph),
      },
      {
        ...shared,
        id: osdAlertId(ceph),
        type: 'ceph-osd',
        verdict: osdVerdict(ceph),
        confirm: A_MINUTE,
        causes: [unreachable, ...(osdsMissing(ceph) > 0 ? nodes : [])],
        message: () => cephOsds(ceph),
      },
      {
        ...shared,
        id: `${ceph.id}-usage`,
        type: 'usage',
        verdict: measured(isKnown && totalBytes > 0 ? usagePercent : undefined, policy.limits.usage),
        confirm: context.holdOf('storage', 'usage'),
        causes: [unreachable],
        message: () => cephFull(ceph),
      },
    ]);
  },
  follows: ['nodes'],
});

const offlineNodes = ({ instance }: CephCluster, { state }: Context): string[] =>
  state.nodes
    .filter((node) => node.instance === instance && node.status === 'offline')
    .map(({ id }) => nodeOfflineId(id));

/** All checks of the warning follow from OSDs or nodes that are down. */
function explanations(ceph: CephCluster, nodes: readonly string[]): string[] {
  const checks = checksOf(ceph);
  const allOf = (pattern: RegExp) => checks.length > 0 && checks.every((check) => pattern.test(check));
  return [...(allOf(OF_NODES) ? nodes : []), ...(allOf(OF_OSDS) && osdsMissing(ceph) > 0 ? [osdAlertId(ceph)] : [])];
}

const osdsMissing = ({ numOsds, numOsdsUp, numOsdsIn }: CephCluster): number =>
  numOsds - Math.min(numOsdsUp, numOsdsIn);

function osdVerdict(ceph: CephCluster): Verdict {
  if (ceph.numOsds === 0) return unknown;
  const missing = osdsMissing(ceph);
  return missing > 0 ? { is: 'bad', level: 'warning', value: missing, threshold: 1 } : { is: 'well', value: 0 };
}

const ofCeph: SharedNotice = {
  ...{ of: 'ceph', from: 'Proxmox VE 7 and newer with Ceph', needs: 'Sys.Audit' },
  ...{ poll: 'pve storage', shown: 'Storage' },
};

const cephNotices: readonly Notice[] = [
  { ...ofCeph, type: 'ceph-health', fact: 'Ceph reports an error', after: AT_ONCE },
  { ...ofCeph, type: 'ceph-health', fact: 'Ceph reports a warning that is not muted', after: A_MINUTE },
  { ...ofCeph, type: 'ceph-osd', fact: 'An OSD is down or out', after: A_MINUTE },
  { ...ofCeph, type: 'usage', fact: 'Ceph is too full', after: 'setting' },
];
