// The things that are watched, as choices: what each one is, where it runs, and the address of the screen that shows it.
import { numberText } from '@belfry/domain/guest-number';
import { containerId, datastoreId, dockerContainerNameId } from '@belfry/domain/ids';
import { kinds } from '@belfry/schema/config/kinds';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { pageAddress } from '../../../lib/pages.ts';
import type { Facts } from '../../../live/figures.ts';
import { messages } from '../messages.ts';
import type { Choice, Choices, Description, Thing } from './choice.ts';

type Go = (address: string) => void;
type State = Pick<Facts, Exclude<Thing['list'], 'dockerHosts'> | 'instances'>;

/** Things of one kind. */
interface Things extends Choices {
  /** Those with these keys, in the order of the things. */
  withKeys(keys: readonly string[]): Choice[];
}

interface Kind<Entity> {
  /** The key of a choice begins with it, and ends with the id. */
  key: string;
  group: Choice['group'];
  idOf(entity: Entity): string;
  describe(entity: Entity): Description;
  thing(entity: Entity): Thing;
  /** The page or screen that shows it. */
  address(entity: Entity): string;
}

function things<Entity>(
  go: Go,
  list: readonly Entity[],
  { key, group, idOf, describe, thing, address }: Kind<Entity>,
): Things {
  const start = `${key}:`;
  const choice = (entity: Entity): Choice => ({
    ...describe(entity),
    key: start + idOf(entity),
    group,
    thing: thing(entity),
    run: () => go(address(entity)),
  });
  return {
    length: list.length,
    describe: (place) => describe(list[place] as Entity),
    choice: (place) => choice(list[place] as Entity),
    withKeys(keys) {
      const ids = new Set(keys.filter((each) => each.startsWith(start)).map((each) => each.slice(start.length)));
      return ids.size === 0 ? [] : list.filter((entity) => ids.has(idOf(entity))).map(choice);
    },
  };
}

export function thingsOf(state: State, dockerHosts: readonly DockerHost[], go: Go): Things[] {
  const names = new Map(state.instances.map(({ id, name }) => [id, name]));
  const nameOf = (instance: string) => names.get(instance) ?? instance;
  const place = (node: string, instance: string) =>
    node === nameOf(instance) ? node : `${node} · ${nameOf(instance)}`;
  return [
    ...(['vms', 'containers'] as const).map((list) =>
      things(go, state[list], {
        key: 'guest',
        group: 'guests',
        idOf: ({ id }) => id,
        describe: ({ name, vmid, node, instance, type, tags, ipAddresses = [] }) => ({
          name,
          what: (type === 'qemu' ? messages.vm : messages.lxc)(numberText({ vmid })),
          where: place(node, instance),
          words: `${ipAddresses.join(' ')} ${tags.join(' ')}`,
        }),
        thing: ({ id }) => ({ list, id }),
        address: ({ id }) => pageAddress('guests', id),
      }),
    ),
    things(go, state.nodes, {
      key: 'node',
      group: 'nodes',
      idOf: ({ id }) => id,
      describe: ({ name, displayName, host, instance, clusterName, pveVersion }) => ({
        name: displayName || name,
        what: messages.node,
        where: clusterName || nameOf(instance),
        words: `${name} ${host} ${pveVersion}`,
      }),
      thing: ({ id }) => ({ list: 'nodes', id }),
      address: ({ id }) => pageAddress('nodes', id),
    }),
    things(go, state.storage, {
      key: 'storage',
      group: 'storages',
      idOf: ({ id }) => id,
      describe: ({ name, node, instance, type, shared, nodes, backupTarget }) => ({
        name,
        what: messages.storage(type),
        where: shared ? messages.shared(nameOf(instance), nodes.length) : place(node, instance),
        words: backupTarget ? `${backupTarget.server} ${backupTarget.datastore}` : '',
      }),
      thing: ({ id }) => ({ list: 'storage', id }),
      address: ({ id }) => pageAddress('storages', id),
    }),
    things(go, dockerHosts, {
      key: 'docker',
      group: 'containers',
      idOf: ({ id }) => id,
      describe: ({ displayName, hostname }) => ({
        name: displayName,
        what: messages.dockerHost,
        where: hostname === displayName ? '' : hostname,
        words: '',
      }),
      thing: ({ id }) => ({ list: 'dockerHosts', id }),
      address: ({ id }) => pageAddress('docker/hosts', id),
    }),
    things(
      go,
      dockerHosts.flatMap((host) => host.containers.map((container) => ({ host, container }))),
      {
        key: 'container',
        group: 'containers',
        idOf: ({ host, container }) => containerId(host.id, container),
        describe: ({ host, container: { name, image, networks, composeProject = '' } }) => ({
          name,
          what: messages.container(image),
          where: host.displayName,
          words: [composeProject, ...networks.map(({ ipv4 = '' }) => ipv4)].join(' '),
        }),
        thing: ({ host, container }) => ({ list: 'dockerHosts', id: host.id, part: container.id }),
        address: ({ host, container }) =>
          pageAddress('docker/containers', dockerContainerNameId(host.id, container.name)),
      },
    ),
    things(go, state.pbs, {
      key: 'pbs',
      group: 'servers',
      idOf: ({ id }) => id,
      describe: ({ name, host }) => ({ name, what: kinds.pbs.title, where: '', words: host }),
      thing: ({ id }) => ({ list: 'pbs', id }),
      address: ({ id }) => pageAddress('servers', id),
    }),
    things(
      go,
      state.pbs.flatMap((server) => server.datastores.map(({ name }) => ({ server, name }))),
      {
        key: 'datastore',
        group: 'servers',
        idOf: ({ server, name }) => `${server.id}/${name}`,
        describe: ({ server, name }) => ({ name, what: messages.datastore, where: server.name, words: server.host }),
        thing: ({ server, name }) => ({ list: 'pbs', id: server.id, part: name }),
        address: ({ server, name }) => pageAddress('datastores', datastoreId(server.id, name)),
      },
    ),
    things(go, state.pmg, {
      key: 'pmg',
      group: 'servers',
      idOf: ({ id }) => id,
      describe: ({ name, host }) => ({ name, what: kinds.pmg.title, where: '', words: host }),
      thing: ({ id }) => ({ list: 'pmg', id }),
      address: ({ id }) => `/proxmox/mail#${encodeURIComponent(id)}`,
    }),
  ];
}
