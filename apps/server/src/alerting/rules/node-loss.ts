// Whether the guests of a node that HA manages have a place elsewhere: "N+1".
import { isUnknown } from '@belfry/domain/node-loss/summary';
import type { LostGuest, NodeLoss } from '@belfry/schema/entities/node-loss';
import { instanceUnreachableId, nodeOfflineId } from '../engine/alert-ids.ts';
import type { Notice } from '../engine/notice.ts';
import type { Confirm, Verdict } from '../engine/reading.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { nodeCannotBeLost } from '../readings/pve-messages.ts';
import { nodeResource } from '../readings/resources.ts';
import { unknown, unlessDisabled } from '../readings/verdicts.ts';

/** Free memory goes up and down, and guests are moved one after the other. */
const TEN_MINUTES: Confirm = { holdMs: 600_000 };

/** Guests that HA does not manage are not meant to move. They raise no alert. */
const homeless = ({ guests }: NodeLoss): LostGuest[] =>
  guests.filter(({ isManaged, to }) => isManaged && to === undefined);

export function lossVerdict(loss: NodeLoss): Verdict {
  const lost = homeless(loss);
  const certain = lost.filter((guest) => !isUnknown(guest)).length;
  if (certain > 0) return { is: 'bad', level: 'warning', value: certain, threshold: 1 };
  return lost.length > 0 ? unknown : { is: 'well', value: 0 };
}

/** A node that is offline explains that the others are full. */
export const createNodeLossRules = (): RuleSet<'nodeLosses'> => ({
  list: 'nodeLosses',
  notices: nodeLossNotices,
  read(loss, context) {
    const { state } = context;
    const node = state.nodes.find(({ id }) => id === loss.id);
    // what is lost already has an alert of its own
    if (!node || node.status === 'offline') return [];
    const verdict = lossVerdict(loss);
    const offline =
      verdict.is === 'bad'
        ? state.nodes.filter(({ instance, status }) => instance === loss.instance && status === 'offline')
        : [];
    return unlessDisabled(context.policyOf({ kind: 'node', id: loss.id }), [
      {
        id: `node-loss-${loss.id}`,
        type: 'node-loss',
        resource: nodeResource(node, state),
        verdict,
        confirm: TEN_MINUTES,
        causes: [instanceUnreachableId(loss.instance), ...offline.map(({ id }) => nodeOfflineId(id))],
        message: () =>
          nodeCannotBeLost(
            loss,
            homeless(loss).filter((guest) => !isUnknown(guest)),
            state,
          ),
      },
    ]);
  },
  follows: ['nodes'],
});

const nodeLossNotices: readonly Notice[] = [
  {
    ...{ type: 'node-loss', of: 'node', from: 'Proxmox VE 7 and newer, clusters', needs: 'Sys.Audit, VM.Audit' },
    fact: 'If this node died, guests that high availability manages would have no place on another one',
    ...{ poll: 'pve node-loss', after: TEN_MINUTES, shown: 'If a node dies' },
  },
];
