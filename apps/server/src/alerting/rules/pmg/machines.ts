// The nodes of a mail gateway as machines: root file system, memory, services, and whether the node follows the cluster. A gateway
// without a cluster is one node.

import { pmgSubject } from '@belfry/domain/alerts/subjects';
import type { PmgInstance, PmgNode } from '@belfry/schema/entities/pmg';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { serviceNotice, servicePrefix, serviceReadings } from '../../readings/machine/services.ts';
import { shareReading } from '../../readings/machine/shares.ts';
import { pmgMessages } from '../../readings/pmg-messages.ts';
import { bad, unknown, unlessDisabled, well } from '../../readings/verdicts.ts';
import { gatewayNodeResource, gatewayResource, nodeOfflineId, pmgOfflineId } from './resources.ts';

export const createGatewayMachineRules = (): RuleSet<'pmg'> => ({
  list: 'pmg',
  notices: machineNotices,
  read(gateway, { policyOf, holdOf }) {
    const policy = policyOf(pmgSubject(gateway));
    return unlessDisabled(
      policy,
      gateway.nodes.flatMap((node) => {
        const isAlone = gateway.nodes.length === 1;
        const shared = {
          resource: isAlone ? gatewayResource(gateway) : gatewayNodeResource(gateway, node),
          causes: [pmgOfflineId(gateway.id), ...(isAlone ? [] : [nodeOfflineId(gateway, node)])],
        };
        const { name } = gateway;
        const who: Sentence = isAlone
          ? { id: 'name.gateway', values: { name } }
          : { id: 'name.gatewayNode', values: { node: node.name, name } };
        const owner = `${gateway.id}-${node.name}`;
        const share = (metric: 'disk' | 'memory', used: number | undefined, total: number | undefined) =>
          shareReading(
            { metric, used, total },
            {
              id: `${owner}-${metric}`,
              limit: policy.limits[metric],
              confirm: holdOf('pmg', metric),
              text: (percent) => pmgMessages[metric](who, percent),
            },
            shared,
          );
        return [
          share('disk', node.diskUsed, node.diskTotal),
          share('memory', node.memoryUsed, node.memoryTotal),
          ...serviceReadings(node.services ?? [], { owner, name: who, product: 'gateway' }, shared),
          ...(isAlone ? [] : [syncReading(gateway, node, shared)]),
        ];
      }),
    );
  },
  unknownParts: (gateway) =>
    gateway.nodes.flatMap(({ name, services }) => (services ? [] : [servicePrefix(`${gateway.id}-${name}`)])),
});

/** The nodes of a cluster copy settings and rules from the master every two minutes. */
const TEN_MINUTES: Confirm = { holdMs: 600_000 };

const syncReading = (gateway: PmgInstance, node: PmgNode, shared: Pick<Reading, 'resource' | 'causes'>): Reading => ({
  ...shared,
  id: `pmg-sync-${gateway.id}-${node.name}`,
  type: 'cluster-sync',
  verdict: node.inSync === undefined ? unknown : node.inSync ? well : bad('warning'),
  confirm: TEN_MINUTES,
  message: () => pmgMessages.notInSync(gateway.name, node),
});

const ofGateways: SharedNotice = {
  ...{ of: 'pmg', from: 'Proxmox Mail Gateway 7 and newer', needs: 'the role Auditor', poll: 'pmg status' },
  shown: 'Mail',
};

const machineNotices: readonly Notice[] = [
  { ...ofGateways, type: 'disk', fact: 'The root file system of a node is too full', after: 'setting' },
  { ...ofGateways, type: 'memory', fact: 'The memory of a node is too full', after: 'setting' },
  serviceNotice({ ...ofGateways, poll: 'pmg services' }),
  {
    ...{ ...ofGateways, type: 'cluster-sync', after: TEN_MINUTES },
    fact: 'A node of a cluster does not have the settings and rules of the master',
  },
];
