// The services of nodes.
import { nodeSubject } from '@belfry/domain/alerts/subjects';
import { instanceUnreachableId, nodeOfflineId } from '../../engine/alert-ids.ts';
import type { Notice } from '../../engine/notice.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { serviceNotice, servicePrefix, serviceReadings } from '../../readings/machine/services.ts';
import { nodeResource } from '../../readings/resources.ts';
import { unknown, unlessDisabled } from '../../readings/verdicts.ts';

export const createNodeServiceRules = (): RuleSet<'nodes'> => ({
  list: 'nodes',
  notices: servicesNotices,
  read(node, context) {
    const shared = {
      resource: nodeResource(node, context.state),
      causes: [nodeOfflineId(node.id), instanceUnreachableId(node.instance)],
    };
    const name = { id: 'name.node', values: { name: node.name } } as const;
    const readings = serviceReadings(node.services ?? [], { owner: node.id, name, product: 'hypervisor' }, shared);
    // What was read before the node was lost says nothing about its services.
    const isKnown = node.status === 'online';
    return unlessDisabled(
      context.policyOf(nodeSubject(node)),
      isKnown ? readings : readings.map((reading) => ({ ...reading, verdict: unknown })),
    );
  },
  unknownParts: ({ id, services }) => (services ? [] : [servicePrefix(id)]),
});

const servicesNotices: readonly Notice[] = [
  serviceNotice({
    ...{ of: 'node', from: 'Proxmox VE 7 and newer', needs: 'Sys.Audit', poll: 'pve services', shown: 'Overview' },
  }),
];
