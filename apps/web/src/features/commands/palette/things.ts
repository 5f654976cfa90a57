// The things that are watched, as choices: what each one is, where it runs, and the address of the screen that shows it.
import { dockerContainerId } from '@belfry/domain/ids';
import { kinds } from '@belfry/schema/config/kinds';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { stringifySearch } from '../../../lib/view/search-text.ts';
import type { Facts } from '../../../live/figures.ts';
import { messages } from '../messages.ts';
import type { Choice } from './choice.ts';

type Go = (address: string) => void;
type Things = Pick<Facts, 'vms' | 'containers' | 'nodes' | 'storage' | 'pbs' | 'pmg' | 'instances'>;

/** A parameter makes it a link, which the preferences of the user do not filter. `row` is the id of the row to show. */
const address = (path: string, search: Record<string, string>, row = ''): string =>
  `${path}${stringifySearch(search)}${row === '' ? '' : `#${encodeURIComponent(row)}`}`;

export function thingsOf(state: Things, dockerHosts: readonly DockerHost[], go: Go): Choice[] {
  const names = new Map(state.instances.map(({ id, name }) => [id, name]));
  const nameOf = (instance: string) => names.get(instance) ?? instance;
  const place = (node: string, instance: string) =>
    node === nameOf(instance) ? node : `${node} · ${nameOf(instance)}`;
  const guests = (['vms', 'containers'] as const).flatMap((list) =>
    state[list].map(
      ({ id, name, vmid, node, instance, type, tags, ipAddresses = [] }): Choice => ({
        key: `guest:${id}`,
        group: 'guests',
        name,
        what: type === 'qemu' ? messages.vm(vmid) : messages.lxc(vmid),
        where: place(node, instance),
        words: [...ipAddresses, ...tags].join(' '),
        thing: { list, id },
        run: () => go(address('/proxmox/overview', { sort: 'vmid' }, id)),
      }),
    ),
  );
  const nodes = state.nodes.map(
    ({ id, name, displayName, host, instance, clusterName, pveVersion }): Choice => ({
      key: `node:${id}`,
      group: 'nodes',
      name: displayName || name,
      what: messages.node,
      where: clusterName || nameOf(instance),
      words: `${name} ${host} ${pveVersion}`,
      thing: { list: 'nodes', id },
      run: () => go(address('/proxmox/overview', { node: id })),
    }),
  );
  const storages = state.storage.map(
    ({ id, name, node, instance, type, shared, nodes: on, backupTarget }): Choice => ({
      key: `storage:${id}`,
      group: 'storages',
      name,
      what: messages.storage(type),
      where: shared ? messages.shared(nameOf(instance), on.length) : place(node, instance),
      words: backupTarget ? `${backupTarget.server} ${backupTarget.datastore}` : '',
      thing: { list: 'storage', id },
      run: () => go(address('/proxmox/storage', { tab: 'pools' }, id)),
    }),
  );
  const containers = dockerHosts.flatMap(({ id: host, displayName, hostname, containers: own }) => [
    {
      key: `docker:${host}`,
      group: 'containers',
      name: displayName,
      what: messages.dockerHost,
      where: hostname === displayName ? '' : hostname,
      words: '',
      thing: { list: 'dockerHosts', id: host },
      run: () => go(address('/docker', { host })),
    } satisfies Choice,
    ...own.map(
      ({ id, name, image, networks, composeProject = '' }): Choice => ({
        key: `container:${dockerContainerId(host, id)}`,
        group: 'containers',
        name,
        what: messages.container(image),
        where: displayName,
        words: [composeProject, ...networks.map(({ ipv4 = '' }) => ipv4)].join(' '),
        thing: { list: 'dockerHosts', id: host, part: id },
        run: () => go(address('/docker', { sort: 'name' }, dockerContainerId(host, id))),
      }),
    ),
  ]);
  const servers = [
    ...state.pbs.flatMap(({ id, name, host, datastores }) => [
      {
        key: `pbs:${id}`,
        group: 'servers',
        name,
        what: kinds.pbs.title,
        where: '',
        words: host,
        thing: { list: 'pbs', id },
        run: () => go(address('/proxmox/backups', { node: id })),
      } satisfies Choice,
      ...datastores.map(
        (datastore): Choice => ({
          key: `datastore:${id}/${datastore.name}`,
          group: 'servers',
          name: datastore.name,
          what: messages.datastore,
          where: name,
          words: host,
          thing: { list: 'pbs', id, part: datastore.name },
          run: () => go(address('/proxmox/backups', { node: id, search: `pbs:${name}:${datastore.name}` })),
        }),
      ),
    ]),
    ...state.pmg.map(
      ({ id, name, host }): Choice => ({
        key: `pmg:${id}`,
        group: 'servers',
        name,
        what: kinds.pmg.title,
        where: '',
        words: host,
        thing: { list: 'pmg', id },
        run: () => go(address('/proxmox/mail', {}, id)),
      }),
    ),
  ];
  return [...guests, ...nodes, ...storages, ...containers, ...servers];
}
