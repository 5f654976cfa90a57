// Instances that Belfry cannot read: nothing answers, or the host refuses the credentials.

import type { AlertType } from '@belfry/domain/alerts/catalogue';
import { pbsSubject, pmgSubject } from '@belfry/domain/alerts/subjects';
import type { Subject } from '@belfry/domain/alerts/thresholds';
import type { Instance, InstanceKind } from '@belfry/schema/entities/instance';
import type { State } from '@belfry/schema/state';
import { instanceUnreachableId, pbsOfflineId, pmgOfflineId } from '../../alert-ids.ts';
import type { Confirm, Resource, Verdict } from '../../reading.ts';
import { instanceMessages } from '../../readings/instance-messages.ts';
import { bad, off, well } from '../../readings/verdicts.ts';
import type { RuleSet } from '../../rule-set.ts';

/** What differs by the kind of instance. Docker hosts have rules of their own. */
interface KindFacts {
  type: AlertType;
  resource: Resource['kind'];
  offlineId(id: string): string;
  /** What is configured for the host of an instance, such as that it may be off. */
  subject(instance: Instance, state: State): Subject;
}

export const instanceKinds: Record<Exclude<InstanceKind, 'docker'>, KindFacts> = {
  pve: { type: 'connectivity', resource: 'instance', offlineId: instanceUnreachableId, subject: pveSubject },
  pbs: { type: 'offline', resource: 'pbs', offlineId: pbsOfflineId, subject: pbsSubject },
  pmg: { type: 'offline', resource: 'pmg', offlineId: pmgOfflineId, subject: pmgSubject },
};

/** A single host is its node: what is configured for the node holds for it too. */
function pveSubject({ id }: Instance, { nodes }: State): Subject {
  const own = nodes.filter(({ instance }) => instance === id);
  const [first] = own;
  return { kind: 'node', id, ...(first && own.length === 1 && { otherIds: [first.id] }) };
}

export const instanceResource = ({ id, kind, name, host }: Instance): Resource => ({
  kind: kind === 'docker' ? 'instance' : instanceKinds[kind].resource,
  id,
  name,
  node: host,
  instance: name,
  instanceId: id,
});

export const createInstanceRules = (): RuleSet<'instances'> => ({
  list: 'instances',
  readsStale: true,
  read(instance, context) {
    const { kind } = instance;
    if (kind === 'docker') return [];
    const { type, offlineId, subject } = instanceKinds[kind];
    const policy = context.policyOf(subject(instance, context.state));
    return [
      {
        id: offlineId(instance.id),
        type,
        resource: instanceResource(instance),
        verdict: policy.disabled || policy.connectivityDisabled ? off : reachability(instance),
        confirm: confirmOf(instance),
        message: () => instanceMessages.unreachable(instance),
        ...(instance.error && { metadata: { reason: instance.error.kind } }),
      },
    ];
  },
});

const reachability = ({ health }: Instance): Verdict => (health === 'error' ? bad('critical') : well);

/** A refusal is an answer, so it is believed at once. Belfry then makes no call for some minutes. */
const confirmOf = ({ error }: Instance): Confirm => ({
  tries: error?.kind === 'auth' || error?.kind === 'forbidden' ? 1 : 3,
});
