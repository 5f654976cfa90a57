// The things that are watched, as choices: what each one is, where it runs, and the address of the screen that shows it.
import { datastoreId, dockerContainerId, dockerContainerNameId } from '@belfry/domain/ids';
import { kinds } from '@belfry/schema/config/kinds';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { pageAddress } from '../../../lib/pages.ts';
import { stringifySearch } from '../../../lib/view/search-text.ts';
import type { Facts } from '../../../live/figures.ts';
import { messages } from '../messages.ts';
import type { Choice } from './choice.ts';

const everything = { has: () => true };

type Go = (address: string) => void;
type Make<Entity> = (entity: Entity) => Omit<Choice, 'key'>;
type Things = Pick<Facts, 'vms' | 'containers' | 'nodes' | 'storage' | 'pbs' | 'pmg' | 'instances'>;

/** A parameter makes it a link, which the preferences of the user do not filter. `row` is the id of the row to show. */
const address = (path: string, search: Record<string, string>, row = ''): string =>
  `${path}${stringifySearch(search)}${row === '' ? '' : `#${encodeURIComponent(row)}`}`;

/** `wanted` are the keys of the choices to make: for a few of them, not all need to be made. */
export function thingsOf(
  state: Things,
  dockerHosts: readonly DockerHost[],
  go: Go,
  wanted: { has(key: string): boolean } = everything,
): Choice[] {
  const each = <Entity>(list: readonly Entity[], keyOf: (entity: Entity) => string, make: Make<Entity>): Choice[] =>
    list.flatMap((entity) => {
      const key = keyOf(entity);
      return wanted.has(key) ? [{ key, ...make(entity) }] : [];
    });
  const names = new Map(state.instances.map(({ id, name }) => [id, name]));
  const nameOf = (instance: string) => names.get(instance) ?? instance;
  const place = (node: string, instance: string) =>
    node === nameOf(instance) ? node : `${node} · ${nameOf(instance)}`;
  const guests = (['vms', 'containers'] as const).flatMap((list) =>
    each(
      state[list],
      ({ id }) => `guest:${id}`,
      ({ id, name, vmid, node, instance, type, tags, ipAddresses = [] }) => ({
        group: 'guests',
        name,
        what: type === 'qemu' ? messages.vm(vmid) : messages.lxc(vmid),
        where: place(node, instance),
        words: [...ipAddresses, ...tags].join(' '),
        thing: { list, id },
        run: () => go(pageAddress('guests', id)),
      }),
    ),
  );
  const nodes = each(
    state.nodes,
    ({ id }) => `node:${id}`,
    ({ id, name, displayName, host, instance, clusterName, pveVersion }) => ({
      group: 'nodes',
      name: displayName || name,
      what: messages.node,
      where: clusterName || nameOf(instance),
      words: `${name} ${host} ${pveVersion}`,
      thing: { list: 'nodes', id },
      run: () => go(pageAddress('nodes', id)),
    }),
  );
  const storages = each(
    state.storage,
    ({ id }) => `storage:${id}`,
    ({ id, name, node, instance, type, shared, nodes: on, backupTarget }) => ({
      group: 'storages',
      name,
      what: messages.storage(type),
      where: shared ? messages.shared(nameOf(instance), on.length) : place(node, instance),
      words: backupTarget ? `${backupTarget.server} ${backupTarget.datastore}` : '',
      thing: { list: 'storage', id },
      run: () => go(pageAddress('storages', id)),
    }),
  );
  const hosts = each(
    dockerHosts,
    ({ id }) => `docker:${id}`,
    ({ id, displayName, hostname }) => ({
      group: 'containers',
      name: displayName,
      what: messages.dockerHost,
      where: hostname === displayName ? '' : hostname,
      words: '',
      thing: { list: 'dockerHosts', id },
      run: () => go(pageAddress('docker/hosts', id)),
    }),
  );
  const containers = dockerHosts.flatMap((host) =>
    each(
      host.containers,
      ({ id }) => `container:${dockerContainerId(host.id, id)}`,
      ({ id, name, image, networks, composeProject = '' }) => ({
        group: 'containers',
        name,
        what: messages.container(image),
        where: host.displayName,
        words: [composeProject, ...networks.map(({ ipv4 = '' }) => ipv4)].join(' '),
        thing: { list: 'dockerHosts', id: host.id, part: id },
        run: () => go(pageAddress('docker/containers', dockerContainerNameId(host.id, name))),
      }),
    ),
  );
  const servers = each(
    state.pbs,
    ({ id }) => `pbs:${id}`,
    ({ id, name, host }) => ({
      group: 'servers',
      name,
      what: kinds.pbs.title,
      where: '',
      words: host,
      thing: { list: 'pbs', id },
      run: () => go(pageAddress('servers', id)),
    }),
  );
  const datastores = state.pbs.flatMap((server) =>
    each(
      server.datastores,
      ({ name }) => `datastore:${server.id}/${name}`,
      ({ name }) => ({
        group: 'servers',
        name,
        what: messages.datastore,
        where: server.name,
        words: server.host,
        thing: { list: 'pbs', id: server.id, part: name },
        run: () => go(pageAddress('datastores', datastoreId(server.id, name))),
      }),
    ),
  );
  const gateways = each(
    state.pmg,
    ({ id }) => `pmg:${id}`,
    ({ id, name, host }) => ({
      group: 'servers',
      name,
      what: kinds.pmg.title,
      where: '',
      words: host,
      thing: { list: 'pmg', id },
      run: () => go(address('/proxmox/mail', {}, id)),
    }),
  );
  return [...guests, ...nodes, ...storages, ...hosts, ...containers, ...servers, ...datastores, ...gateways];
}
