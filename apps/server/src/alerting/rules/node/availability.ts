// The HA manager of a node: without it, nothing starts or stops the guests there that HA manages.
import { nodeSubject } from '@belfry/domain/alerts/subjects';
import { haHealthOf } from '@belfry/domain/ha-states';
import type { Node } from '@belfry/schema/entities/node';
import type { State } from '@belfry/schema/state';
import { instanceUnreachableId, nodeOfflineId } from '../../engine/alert-ids.ts';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm, Verdict } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { usesHa } from '../../readings/ha.ts';
import { nodeHaTrouble } from '../../readings/pve-messages.ts';
import { nodeResource } from '../../readings/resources.ts';
import { bad, unknown, unlessDisabled, well } from '../../readings/verdicts.ts';

/** Two answers of the host. The manager is restarted with each update. */
const TWO_MINUTES: Confirm = { holdMs: 120_000 };

export const createNodeHaRules = (): RuleSet<'nodes'> => ({
  list: 'nodes',
  notices: haNotices,
  read(node, context) {
    return unlessDisabled(context.policyOf(nodeSubject(node)), [
      {
        id: `ha-status-${node.id}`,
        type: 'ha-status',
        resource: nodeResource(node, context.state),
        causes: [nodeOfflineId(node.id), instanceUnreachableId(node.instance)],
        verdict: verdictOf(node, context.state),
        confirm: TWO_MINUTES,
        message: () => nodeHaTrouble(node),
      },
    ]);
  },
});

const levels = { dead: 'critical', odd: 'warning' } as const;

/** The alert about a node that is offline says that its manager is, too. */
function verdictOf({ instance, status, haState }: Node, state: State): Verdict {
  if (status !== 'online') return status === 'offline' ? well : unknown;
  if (haState === undefined) return unknown;
  const health = haHealthOf(haState);
  return health === 'well' || !usesHa(instance, state) ? well : bad(levels[health]);
}

const haNotices: readonly Notice[] = [
  {
    ...{ type: 'ha-status', of: 'node', from: 'Proxmox VE 7 and newer, clusters with HA', needs: 'Sys.Audit on /' },
    ...{ poll: 'pve availability', after: TWO_MINUTES, shown: 'Overview' },
    fact: 'The HA manager of a node is dead, or in a state that is not as usual',
  },
];
