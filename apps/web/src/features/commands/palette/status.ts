// The current status of a thing, from the live state.
import { backupServerStatus, datastoreStatus } from '@belfry/domain/backup-server-status';
import { containerTone } from '@belfry/domain/docker';
import {
  dockerHostStatus,
  gatewayStatus,
  guestStatus,
  nodeOnline,
  nodeStatus,
  type ShownStatus,
  shownStatus,
} from '@belfry/domain/status';
import type { Node } from '@belfry/schema/entities/node';
import type { Facts } from '../../../live/figures.ts';
import type { Thing } from './choice.ts';

type StatusLook = Pick<ShownStatus, 'tone' | 'label'>;

/** The same list gives the same map: a list is another object after each change. */
function once<List extends object, Result>(make: (list: List) => Result): (list: List) => Result {
  const made = new WeakMap<List, Result>();
  return (list) => {
    const known = made.get(list) ?? make(list);
    made.set(list, known);
    return known;
  };
}

const byId = once((list: readonly { id: string }[]) => new Map(list.map((entity) => [entity.id, entity])));
const online = once((nodes: readonly Node[]) => new Set(nodes.filter(nodeOnline).map(({ id }) => id)));

type Look<L extends Thing['list']> = (entity: Facts[L][number], state: Facts, part?: string) => StatusLook | undefined;

const guest: Look<'vms' | 'containers'> = (entity, { nodes }) => guestStatus(entity, online(nodes));
const looks: { readonly [L in Thing['list']]: Look<L> } = {
  vms: guest,
  containers: guest,
  nodes: nodeStatus,
  storage: shownStatus,
  pmg: gatewayStatus,
  pbs(server, _, part) {
    if (part === undefined) return backupServerStatus(server);
    const datastore = server.datastores.find(({ name }) => name === part);
    return datastore && datastoreStatus(datastore, server.staleSince);
  },
  dockerHosts(host, _, part) {
    if (part === undefined) return dockerHostStatus(host);
    const container = host.containers.find((each) => each.id === part);
    return container && { tone: containerTone(container, host), label: container.state };
  },
};

/** Undefined: the thing is not there any more. */
export function statusOf<L extends Thing['list']>({ list, id, part }: Thing & { list: L }, state: Facts) {
  const entity = byId(state[list]).get(id) as Facts[L][number] | undefined;
  return entity && looks[list](entity, state, part);
}
