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

const find = <L extends Thing['list']>(state: Facts, list: L, id: string): Facts[L][number] | undefined =>
  byId(state[list]).get(id) as Facts[L][number] | undefined;

/** Undefined: the thing is not there any more. */
export function statusOf({ list, id, part }: Thing, state: Facts): StatusLook | undefined {
  switch (list) {
    case 'vms':
    case 'containers': {
      const guest = find(state, list, id);
      return guest && guestStatus(guest, online(state.nodes));
    }
    case 'nodes': {
      const node = find(state, list, id);
      return node && nodeStatus(node);
    }
    case 'storage': {
      const storage = find(state, list, id);
      return storage && shownStatus(storage);
    }
    case 'pmg': {
      const gateway = find(state, list, id);
      return gateway && gatewayStatus(gateway);
    }
    case 'pbs': {
      const server = find(state, list, id);
      if (!server || part === undefined) return server && backupServerStatus(server);
      const datastore = server.datastores.find(({ name }) => name === part);
      return datastore && datastoreStatus(datastore, server.staleSince);
    }
    case 'dockerHosts': {
      const host = find(state, list, id);
      if (!host || part === undefined) return host && dockerHostStatus(host);
      const container = host.containers.find((each) => each.id === part);
      return container && { tone: containerTone(container, host), label: container.state };
    }
  }
}
