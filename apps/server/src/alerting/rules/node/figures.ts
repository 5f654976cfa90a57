// Nodes of which nobody sends figures: their guests and storages cannot be judged either, so that is one alert about the node.
import { nodeSubject } from '@belfry/domain/alerts/subjects';
import type { Node } from '@belfry/schema/entities/node';
import type { State } from '@belfry/schema/state';

import { instanceUnreachableId } from '../../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../../engine/notice.ts';

import type { Confirm, Verdict } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { areSeveral, createBlindGuests, sendsFigures } from '../../readings/figures.ts';
import { nodeSilent, nodeWithoutGuests } from '../../readings/pve-messages.ts';
import { nodeResource } from '../../readings/resources.ts';
import { bad, unknown, unlessDisabled, well } from '../../readings/verdicts.ts';

/** A node that joins a cluster, or has just booted, sends its first figures by then. */
const NODE_HOLD: Confirm = { holdMs: 90_000 };
const GUESTS_HOLD: Confirm = { holdMs: 300_000 };
export function createNodeFiguresRules(): RuleSet<'nodes'> {
  const blindOf = createBlindGuests();
  return {
    list: 'nodes',
    notices: figuresNotices,
    readsStale: true,
    read(node, context) {
      const { state } = context;
      const blind = blindOf(state).get(node.id) ?? [];
      // Not the alert about a node that is offline: nobody knows whether a silent node is, so this would wait for it.
      const causes = [instanceUnreachableId(node.instance)];
      const shared = { resource: nodeResource(node, state), type: 'no-figures' } as const;
      return unlessDisabled(context.policyOf(nodeSubject(node)), [
        {
          ...shared,
          causes,
          id: `no-figures-${node.id}`,
          verdict: nodeVerdict(node, state),
          confirm: NODE_HOLD,
          message: () => nodeSilent(node),
        },
        {
          ...shared,
          causes,
          id: `no-figures-guests-${node.id}`,
          verdict: !sendsFigures(node) ? unknown : areSeveral(blind) ? bad('warning') : well,
          confirm: GUESTS_HOLD,
          message: () => nodeWithoutGuests(node, blind),
        },
      ]);
    },
    follows: ['vms', 'containers'],
  };
}

/** The alert about an instance that does not answer says all of its nodes. A node that is off has no figures. */
function nodeVerdict(node: Node, { instances }: Pick<State, 'instances'>): Verdict {
  if (node.status === 'offline') return well;
  if (instances.find(({ id }) => id === node.instance)?.health === 'error') return unknown;
  return sendsFigures(node) ? well : bad('critical');
}

const ofNodes: SharedNotice = {
  ...{ of: 'node', from: 'Proxmox VE 7 and newer', needs: 'Sys.Audit', poll: 'pve resources', shown: 'Overview' },
};

const figuresNotices: readonly Notice[] = [
  {
    ...{ ...ofNodes, type: 'no-figures', after: NODE_HOLD },
    fact: 'The node sends no figures (pvestatd), or they stand still for 90 s while its own uptime goes on',
  },
  {
    ...{ ...ofNodes, type: 'no-figures', needs: 'VM.Audit', after: GUESTS_HOLD },
    fact: 'The node sends figures, but several of its guests have none',
  },
];
