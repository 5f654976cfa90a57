// All rule sets of the server. This is the only file that knows all of them.
import { joinRules } from '../engine/joined-rules.ts';
import type { Notice } from '../engine/notice.ts';
import type { AnyRuleSet, RuledList, RuleSet } from '../engine/rule-set.ts';
import { createBaselineRules } from './baselines.ts';
import { createCephRules } from './ceph.ts';
import { createClusterRules } from './cluster.ts';
import { createDiskRules } from './disk.ts';
import { createContainerRules } from './docker/containers.ts';
import { createDockerHostRules } from './docker/hosts.ts';
import { createRestartLoopRules } from './docker/restart-loops.ts';
import { createGuestRules } from './guest.ts';
import { createCertificateRules } from './instance/certificates.ts';
import { createHostClockRules } from './instance/clocks.ts';
import { createInstanceRules } from './instance/reachability.ts';
import { createNodeApiRules } from './node/api.ts';
import { createNodeHaRules } from './node/availability.ts';
import { createNodeFiguresRules } from './node/figures.ts';
import { createNodeServiceRules } from './node/services.ts';
import { createNodeRules } from './node.ts';
import { createNodeLossRules } from './node-loss.ts';
import { createDatastoreRules } from './pbs/datastores.ts';
import { createPbsJobRules } from './pbs/jobs.ts';
import { createBackupMachineRules } from './pbs/machine.ts';
import { createBackupServerRules } from './pbs/servers.ts';
import { createAnomalyRules } from './pmg/anomalies.ts';
import { createGatewayRules } from './pmg/gateways.ts';
import { createGatewayMachineRules } from './pmg/machines.ts';
import { createQuarantineRules } from './pmg/quarantines.ts';
import { createServerRules } from './server.ts';
import { createSiteRules } from './site.ts';
import { createStorageRules } from './storage.ts';

/** Lists of what other rules look at. A new list has rules, or is named here: the compiler asks. */
type WithoutRules =
  | 'pbsBackups'
  | 'pbsDetails'
  | 'backupTasks'
  | 'storageBackups'
  | 'guestSnapshots'
  | 'tasks'
  | 'guestConfigs'
  | 'backupJobs'
  | 'copyJobs'
  | 'retentions'
  | 'guestProtection'
  | 'backupGroups';
type Rules = { readonly [L in Exclude<RuledList, WithoutRules>]: RuleSet<L> };

/** New rule sets with memories of their own. */
export function createRules(): readonly AnyRuleSet[] {
  const [vms, containers] = createGuestRules();
  const rules: Rules = {
    vms,
    containers,
    nodes: joinRules('nodes', [
      createNodeRules(),
      createNodeFiguresRules(),
      createNodeApiRules(),
      createNodeServiceRules(),
      createNodeHaRules(),
    ]),
    storage: createStorageRules(),
    physicalDisks: createDiskRules(),
    cephClusters: createCephRules(),
    pveClusters: createClusterRules(),
    nodeLosses: createNodeLossRules(),
    server: createServerRules(),
    sites: createSiteRules(),
    baselines: createBaselineRules(),
    instances: joinRules('instances', [createInstanceRules(), createCertificateRules(), createHostClockRules()]),
    pbs: joinRules('pbs', [
      createBackupServerRules(),
      createDatastoreRules(),
      createPbsJobRules(),
      createBackupMachineRules(),
    ]),
    pmg: joinRules('pmg', [
      createGatewayRules(),
      createGatewayMachineRules(),
      createQuarantineRules(),
      createAnomalyRules(),
    ]),
    dockerHosts: joinRules('dockerHosts', [createDockerHostRules(), createContainerRules(), createRestartLoopRules()]),
  };
  return Object.values<AnyRuleSet>(rules);
}

/** What all of them notice, for the documentation. */
export const allNotices = (): readonly Notice[] => [...new Set(createRules().flatMap(({ notices = [] }) => notices))];
