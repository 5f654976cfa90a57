// Instances that Belfry cannot read: nothing answers, or the host refuses the credentials.

import type { AlertType } from '@belfry/domain/alerts/catalogue';
import type { Subject } from '@belfry/domain/alerts/thresholds';
import { isPlainType, type NodeType, nodeTypes } from '@belfry/schema/config/kinds';
import type { Instance } from '@belfry/schema/entities/instance';
import type { State } from '@belfry/schema/state';
import { instanceUnreachableId, offlineId, siteSilentId } from '../../engine/alert-ids.ts';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm, Resource, Verdict } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { instanceMessages } from '../../readings/instance-messages.ts';
import { bad, off, well } from '../../readings/verdicts.ts';

/** What differs by kind in an alert about an instance. Docker hosts have rules of their own. */
interface KindFacts {
  type: AlertType;
  resource: Resource['kind'];
  offlineId(id: string): string;
  /** The settings for the host of an instance, such as that it may be off. */
  subject(instance: Instance, state: State): Subject;
}

const general: KindFacts = {
  type: 'connectivity',
  resource: 'instance',
  offlineId: instanceUnreachableId,
  subject: nodeOrInstance,
};

/** The instances of a kind without guests are resources of their own for the user. */
export const kindFacts = ({ kind }: Pick<Instance, 'kind'>): KindFacts =>
  isPlainType(kind)
    ? { type: 'offline', resource: kind, offlineId: (id) => offlineId(kind, id), subject: ({ id }) => ({ kind, id }) }
    : general;

/** A single host is its node, so an override of the node also applies to the instance. */
function nodeOrInstance({ id }: Instance, { nodes }: State): Subject {
  const own = nodes.filter(({ instance }) => instance === id);
  const [first] = own;
  return { kind: 'node', id, ...(first && own.length === 1 && { otherIds: [first.id] }) };
}

export const instanceResource = (instance: Instance): Resource => {
  const { id, name, host } = instance;
  return { kind: kindFacts(instance).resource, id, name, node: host, instance: name, instanceId: id };
};

export const createInstanceRules = (): RuleSet<'instances'> => ({
  list: 'instances',
  notices: reachabilityNotices,
  readsStale: true,
  read(instance, context) {
    if (instance.kind === 'docker') return [];
    const { type, offlineId, subject } = kindFacts(instance);
    const policy = context.policyOf(subject(instance, context.state));
    return [
      {
        id: offlineId(instance.id),
        type,
        resource: instanceResource(instance),
        verdict: policy.disabled || policy.connectivityDisabled ? off : reachability(instance),
        confirm: confirmOf(instance),
        ...(instance.site !== undefined && { causes: [siteSilentId(instance.site)] }),
        message: () => instanceMessages.unreachable(instance),
        ...(instance.error && { metadata: { reason: instance.error.kind } }),
      },
    ];
  },
});

const reachability = ({ health }: Instance): Verdict => (health === 'error' ? bad('critical') : well);

/** A refusal is an answer, so it is confirmed at once. Belfry then makes no call for some minutes. */
const confirmOf = ({ error }: Instance): Confirm => ({
  tries: error?.kind === 'auth' || error?.kind === 'forbidden' ? REFUSED_TRIES : SILENT_TRIES,
});

const REFUSED_TRIES = 1;
const SILENT_TRIES = 3;
const shared = { needs: 'nothing', after: { tries: SILENT_TRIES }, shown: 'Overview' } as const;
const orRefuses = 'cannot be reached, or refuses the credentials, which counts at once';

/** What a row about the hosts of each kind says, whatever it is that a rule notices. */
const ofKinds: Readonly<Record<NodeType, Pick<Notice, 'from' | 'poll'> & { noun: string }>> = {
  pve: { noun: 'host', from: 'Proxmox VE 6 and newer', poll: 'pve resources' },
  pbs: { noun: 'backup server', from: 'Proxmox Backup Server 2 and newer', poll: 'pbs usage' },
  pmg: { noun: 'mail gateway', from: 'Proxmox Mail Gateway 7 and newer', poll: 'pmg status' },
};

/** `noticesOf` makes a row of what all rows about hosts of a kind have. */
export const ofEachKind = (
  noticesOf: (host: Pick<Notice, 'of' | 'from' | 'poll'>, kind: NodeType) => Notice,
): readonly Notice[] =>
  nodeTypes.map((kind) => {
    const { from, poll } = ofKinds[kind];
    return noticesOf({ of: kindFacts({ kind }).resource, from, poll }, kind);
  });

const reachabilityNotices = ofEachKind((host, kind) => ({
  ...{ ...host, ...shared, type: kindFacts({ kind }).type },
  fact: `A ${ofKinds[kind].noun} ${orRefuses}`,
}));
