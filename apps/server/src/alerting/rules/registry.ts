// All rule sets of the server. This is the only file that knows all of them.
import { joinRules } from '../engine/joined-rules.ts';
import type { AnyRuleSet } from '../engine/rule-set.ts';
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
import { createNodeRules } from './node.ts';
import { createNodeLossRules } from './node-loss.ts';
import { createDatastoreRules } from './pbs/datastores.ts';
import { createPbsJobRules } from './pbs/jobs.ts';
import { createBackupServerRules } from './pbs/servers.ts';
import { createAnomalyRules } from './pmg/anomalies.ts';
import { createGatewayRules } from './pmg/gateways.ts';
import { createQuarantineRules } from './pmg/quarantines.ts';
import { createServerRules } from './server.ts';
import { createStorageRules } from './storage.ts';

/** New rule sets with memories of their own. */
export const createRules = (): readonly AnyRuleSet[] => [
  ...createGuestRules(),
  createNodeRules(),
  createStorageRules(),
  createDiskRules(),
  createCephRules(),
  createClusterRules(),
  createNodeLossRules(),
  createServerRules(),
  joinRules('instances', [createInstanceRules(), createCertificateRules(), createHostClockRules()]),
  joinRules('pbs', [createBackupServerRules(), createDatastoreRules(), createPbsJobRules()]),
  joinRules('pmg', [createGatewayRules(), createQuarantineRules(), createAnomalyRules()]),
  joinRules('dockerHosts', [createDockerHostRules(), createContainerRules(), createRestartLoopRules()]),
];
