// Nodes whose API does not answer. Their figures come through the cluster, so they look well otherwise.
import { nodeSubject } from '@belfry/domain/alerts/subjects';
import { instanceUnreachableId, nodeOfflineId } from '../../engine/alert-ids.ts';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { nodeApiSilent } from '../../readings/pve-messages.ts';
import { nodeResource } from '../../readings/resources.ts';
import { bad, unknown, unlessDisabled, well } from '../../readings/verdicts.ts';

/** A node that dies is offline by then, and a service that is restarted answers again. */
const TWO_MINUTES: Confirm = { holdMs: 120_000 };

export const createNodeApiRules = (): RuleSet<'nodes'> => ({
  list: 'nodes',
  notices: apiNotices,
  read(node, context) {
    const { status, apiError } = node;
    return unlessDisabled(context.policyOf(nodeSubject(node)), [
      {
        id: `node-api-${node.id}`,
        type: 'node-api',
        resource: nodeResource(node, context.state),
        causes: [nodeOfflineId(node.id), instanceUnreachableId(node.instance)],
        verdict: status === 'unknown' ? unknown : apiError ? bad('warning') : well,
        confirm: TWO_MINUTES,
        message: () => nodeApiSilent(node),
      },
    ]);
  },
});

const apiNotices: readonly Notice[] = [
  {
    ...{
      type: 'node-api',
      of: 'node',
      from: 'Proxmox VE 7 and newer',
      needs: 'Sys.Audit',
      poll: 'pve nodes',
      shown: 'Overview',
    },
    after: TWO_MINUTES,
    fact: 'The API of the node does not answer the host that Belfry calls: 595 to 599, or nothing in time',
  },
];
