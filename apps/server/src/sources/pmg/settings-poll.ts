// The configurations of a mail gateway for the journal of changes. It makes no tasks for changes, and has no list of privileges.
import { gatewayNodeId, instanceId } from '@belfry/domain/ids';
import { createSettingsPoll } from '../proxmox-api/settings-poll.ts';
import type { Poll } from '../source.ts';
import type { Gateway } from './gateway.ts';
import { pmgSettingsKinds } from './settings-kinds.ts';

export function createPmgSettingsPoll(gateway: Gateway): Poll {
  const instance = () => {
    const { name, id = instanceId('pmg', name) } = gateway.config;
    return { id, name };
  };
  return createSettingsPoll({
    kinds: pmgSettingsKinds,
    clock: gateway.clock,
    read: (signal) => gateway.session.read(signal, 'settings'),
    instance,
    places: () =>
      (gateway.facts.nodes ?? []).map(({ name, error }) => ({
        ...{ of: 'node', vars: { node: name }, id: gatewayNodeId(instance().id, name), name },
        ...{ about: instance().id, isAnswering: error === undefined },
      })),
    hasRights: false,
    account: () => gateway.config.user ?? '',
  });
}
