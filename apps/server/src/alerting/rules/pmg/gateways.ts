// The nodes of a mail gateway and its queues, as a whole and of each node.
import { pmgSubject } from '@belfry/domain/alerts/subjects';
import type { NumberField, Policy } from '@belfry/domain/alerts/thresholds';
import type { MailQueue, PmgInstance, PmgNode } from '@belfry/schema/entities/pmg';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Verdict } from '../../engine/reading.ts';
import type { Context, RuleSet } from '../../engine/rule-set.ts';
import { limitOf } from '../../readings/limits.ts';
import { medianOf } from '../../readings/median.ts';
import { pmgMessages, type QueueAlert } from '../../readings/pmg-messages.ts';
import { bad, measured, unlessDisabled, well } from '../../readings/verdicts.ts';
import { gatewayNodeResource, gatewayResource, nodeOfflineId, pmgOfflineId } from './resources.ts';

/** `type`: of the alert about the gateway. `nodeType`: of the alert about one node. `all`: combines the values of all nodes. */
interface Measure {
  key: string;
  type: Exclude<QueueAlert, 'queue-total'>;
  nodeType: Exclude<QueueAlert, 'queue-depth'>;
  warning: NumberField;
  critical: NumberField;
  of(queue: MailQueue): number;
  all(values: readonly number[]): number;
  isAge?: true;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const measures: readonly Measure[] = [
  {
    key: 'queue-total',
    type: 'queue-depth',
    nodeType: 'queue-total',
    warning: 'queueTotalWarning',
    critical: 'queueTotalCritical',
    of: ({ total }) => total,
    all: sum,
  },
  {
    key: 'queue-deferred',
    type: 'queue-deferred',
    nodeType: 'queue-deferred',
    warning: 'deferredQueueWarn',
    critical: 'deferredQueueCritical',
    of: ({ deferred }) => deferred,
    all: sum,
  },
  {
    key: 'queue-hold',
    type: 'queue-hold',
    nodeType: 'queue-hold',
    warning: 'holdQueueWarn',
    critical: 'holdQueueCritical',
    of: ({ hold }) => hold,
    all: sum,
  },
  {
    key: 'oldest-message',
    type: 'message-age',
    nodeType: 'message-age',
    warning: 'oldestMessageWarnMins',
    critical: 'oldestMessageCritMins',
    of: ({ oldestAge }) => Math.floor(oldestAge / 60),
    all: (values) => Math.max(...values),
    isAge: true,
  },
];

/** An alert ends a tenth below its first level. */
const clearOf = (trigger: number): number => Math.floor(trigger * 0.9);
/** The limit of one node of several is this share of the limit of the gateway. An age is not divided among nodes. */
const NODE_WARNING = 0.6;
const NODE_CRITICAL = 0.8;
/** A node with more than this multiple of the median stands out. */
const OUTLIER = 1.4;
/** An older count does not describe the present: the node or the call for its queues does not answer. */
const OLDEST_COUNT_MS = 300_000;

export const createGatewayRules = (): RuleSet<'pmg'> => ({
  list: 'pmg',
  notices: gatewayNotices,
  read(gateway, context) {
    const policy = context.policyOf(pmgSubject(gateway));
    return unlessDisabled(policy, [
      ...measures.map((measure) => wholeReading(gateway, measure, policy, context)),
      ...(gateway.nodes.length > 1
        ? gateway.nodes.flatMap((node) => nodeReadings(gateway, node, policy, context))
        : []),
    ]);
  },
});

const wholeId = ({ id }: PmgInstance, { key }: Measure): string => `${id}-${key}`;

/** The queues of a node, unless they are old. */
const queueOf = ({ status, queueStatus }: PmgNode, { now }: Context): MailQueue | undefined =>
  status === 'online' && queueStatus && now.at - Date.parse(queueStatus.updatedAt) < OLDEST_COUNT_MS
    ? queueStatus
    : undefined;

function wholeReading(gateway: PmgInstance, measure: Measure, policy: Policy, context: Context): Reading {
  const queues = gateway.nodes.map((node) => queueOf(node, context));
  const known = queues.flatMap((queue) => (queue ? [measure.of(queue)] : []));
  const value = known.length === 0 ? undefined : measure.all(known);
  return {
    id: wholeId(gateway, measure),
    type: measure.type,
    resource: gatewayResource(gateway),
    verdict: unlessPartial(
      measured(value, limitOf(policy, measure.warning, measure.critical, clearOf)),
      known.length < queues.length,
    ),
    confirm: AT_ONCE,
    causes: [pmgOfflineId(gateway.id)],
    message: () => pmgMessages.queue(measure.type, { id: 'name.gateway', values: { name: gateway.name } }, value ?? 0),
  };
}

/** Without the count of one node, the real sum can be larger but not smaller. */
const unlessPartial = (verdict: Verdict, isPartial: boolean): Verdict =>
  isPartial && verdict.is === 'measured' && verdict.value < verdict.limit.trigger ? { is: 'unknown' } : verdict;

function nodeReadings(gateway: PmgInstance, node: PmgNode, policy: Policy, context: Context): Reading[] {
  const queue = queueOf(node, context);
  const offlineId = nodeOfflineId(gateway, node);
  const resource = gatewayNodeResource(gateway, node);
  const online: Reading = {
    id: offlineId,
    type: 'connectivity',
    resource,
    verdict: policy.connectivityDisabled ? { is: 'off' } : node.status === 'online' ? well : bad('critical'),
    confirm: NODE_POLLS,
    causes: [pmgOfflineId(gateway.id)],
    message: () => pmgMessages.nodeOffline(gateway.name, node),
  };
  const queues = measures.map((measure): Reading => {
    const value = queue && measure.of(queue);
    return {
      id: `${gateway.id}-${node.name}-${measure.key}`,
      type: measure.nodeType,
      resource,
      verdict: measured(value, nodeLimit(policy, measure)),
      confirm: AT_ONCE,
      causes: [pmgOfflineId(gateway.id), offlineId, wholeId(gateway, measure)],
      message: () =>
        pmgMessages.queue(
          measure.type,
          { id: 'name.gatewayNode', values: { node: node.name, name: gateway.name } },
          value ?? 0,
          medianBelow(gateway, measure, value ?? 0, context),
        ),
    };
  });
  return [online, ...queues];
}

function nodeLimit(policy: Policy, { warning, critical, isAge }: Measure) {
  const whole = limitOf(policy, warning, critical, clearOf);
  if (!whole) return undefined;
  const share = (value: number, of: number) => Math.max(1, Math.ceil(value * of));
  if (isAge) return whole;
  const first = policy.plain[warning] === undefined ? NODE_CRITICAL : NODE_WARNING;
  const trigger = share(whole.trigger, first);
  return { ...whole, trigger, clear: clearOf(trigger), critical: share(whole.critical, NODE_CRITICAL) };
}

/** The median of the nodes, where this value is far above it. */
function medianBelow(gateway: PmgInstance, measure: Measure, value: number, context: Context): number | undefined {
  const median = medianOf(
    gateway.nodes.flatMap((node) => {
      const queue = queueOf(node, context);
      return queue ? [measure.of(queue)] : [];
    }),
  );
  return value > median * OUTLIER ? median : undefined;
}

const AT_ONCE: Confirm = { polls: 1 };
const NODE_POLLS: Confirm = { polls: 3 };
const ofQueues: SharedNotice = {
  ...{ of: 'pmg', from: 'Proxmox Mail Gateway 7 and newer', needs: 'the role Auditor', poll: 'pmg queues' },
  shown: 'Mail Gateway',
};

const gatewayNotices: readonly Notice[] = [
  {
    ...{ ...ofQueues, type: 'connectivity', poll: 'pmg status', after: NODE_POLLS },
    fact: 'A node of a mail gateway cannot be reached by the others',
  },
  { ...ofQueues, type: 'queue-depth', fact: 'Too many mails wait in a mail gateway', after: AT_ONCE },
  { ...ofQueues, type: 'queue-total', fact: 'Too many mails wait in one node of several', after: AT_ONCE },
  { ...ofQueues, type: 'queue-deferred', fact: 'Too many mails could not be delivered yet', after: AT_ONCE },
  { ...ofQueues, type: 'queue-hold', fact: 'Too many mails are held', after: AT_ONCE },
  { ...ofQueues, type: 'message-age', fact: 'The oldest mail has waited too long', after: AT_ONCE },
];
