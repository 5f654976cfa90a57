// The things that have thresholds, as the rows of their tables show them. Pure.

import {
  containerSubject,
  datastoreSubject,
  dockerHostSubject,
  guestSubject,
  nodeSubject,
  storageSubject,
} from '@belfry/domain/alerts/subjects';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { numberText } from '@belfry/domain/guest-number';
import { datastoreId, dockerContainerNameId, nodeId, SHARED } from '@belfry/domain/ids';
import { parentOf } from '@belfry/domain/status';
import type { PlainType } from '@belfry/schema/config/kinds';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Node } from '@belfry/schema/entities/node';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import { compareText, natural } from '../../lib/order.ts';
import { type PageKind, pageAddress } from '../../lib/pages.ts';
import { messages } from './messages.ts';
import { type SectionId, sections } from './sections.ts';
import type { Target } from './targets.ts';

export interface Resource {
  key: string;
  name: string;
  target: Extract<Target, { kind: 'resource' }>;
  /** The id of what the rules look at: of a datastore its server, of a container its host. */
  ruled: string;
  /** What the search looks in, in small letters. */
  words: string;
  chip?: { text: string; look: string };
  vmid?: number;
  tags?: readonly string[];
  /** The address of its page. A mail gateway has none. */
  page?: string;
  /** Undefined in a table without groups. `id`: of the node, if the group is one. */
  group?: Group;
}

/** `order` sorts the groups. */
export interface Group {
  key: string;
  name: string;
  order: string;
  nodeId?: string;
}

type Names = (instance: string) => string;

export function nodeResources(nodes: readonly Node[]): Resource[] {
  return inOrder(
    nodes.map((node) => {
      const name = node.displayName || node.name;
      return resource('nodes', { kind: 'resource', section: sections.nodes, subject: nodeSubject(node) }, name, [
        node.name,
        node.instance,
      ]);
    }),
  );
}

export function guestResources(guests: readonly GuestFacts[], nodes: readonly Node[], nameOf: Names): Resource[] {
  const groups = nodeGroups(nodes, nameOf);
  return inOrder(
    guests.map((guest) => {
      const target = { kind: 'resource', section: sections.guests, subject: guestSubject(guest) } as const;
      const isVm = guest.type === 'qemu';
      const group = groups(guest.instance, guest.node, parentOf(guest));
      return {
        ...resource('guests', target, guest.name, [numberText(guest), guest.node, group.name, ...guest.tags]),
        chip: { text: isVm ? 'VM' : 'LXC', look: isVm ? 'text-vm' : 'text-lxc' },
        ...(guest.vmid !== undefined && { vmid: guest.vmid }),
        tags: guest.tags,
        group,
      };
    }),
  );
}

export function storageResources(storages: readonly Storage[], nodes: readonly Node[], nameOf: Names): Resource[] {
  const groups = nodeGroups(nodes, nameOf);
  return inOrder(
    storages.map((storage) => {
      const target = { kind: 'resource', section: sections.storage, subject: storageSubject(storage) } as const;
      const group =
        storage.shared || storage.node === SHARED
          ? sharedGroup(storage.instance, nameOf)
          : groups(storage.instance, storage.node, nodeId(storage.instance, storage.node));
      return {
        ...resource('storage', target, storage.name, [storage.node, group.name, storage.type]),
        chip: { text: storage.type, look: 'text-soft' },
        group,
      };
    }),
  );
}

export const serverResources = (
  id: PlainType,
  servers: readonly { id: string; name: string; host: string }[],
): Resource[] =>
  inOrder(
    servers.map((server) => {
      const subject = { kind: id, id: server.id };
      return resource(id, { kind: 'resource', section: sections[id], subject }, server.name, [server.host]);
    }),
  );

/** In groups by their server. */
export const datastoreResources = (servers: readonly Pick<PbsInstance, 'id' | 'name' | 'datastores'>[]): Resource[] =>
  inOrder(
    servers.flatMap((server) => {
      const group: Group = { key: `server:${server.id}`, name: server.name, order: natural(server.name) };
      return server.datastores.map(({ name }) => {
        const subject = datastoreSubject(server.id, name);
        const target = { kind: 'resource', section: sections.datastores, subject } as const;
        return {
          ...resource('datastores', target, name, [server.name]),
          page: pageAddress('datastores', datastoreId(server.id, name)),
          group,
        };
      });
    }),
  );

export const hostResources = (hosts: readonly DockerHost[]): Resource[] =>
  inOrder(
    hosts.map((host) =>
      resource(
        'dockerHosts',
        { kind: 'resource', section: sections.dockerHosts, subject: dockerHostSubject(host) },
        host.displayName || host.hostname,
        [host.hostname],
      ),
    ),
  );

export const containerResources = (hosts: readonly DockerHost[]): Resource[] =>
  inOrder(
    hosts.flatMap((host) => {
      const name = host.displayName || host.hostname;
      const group: Group = { key: `host:${host.id}`, name, order: natural(name) };
      return host.containers.map((container) => {
        const subject = containerSubject(host, container);
        const target = { kind: 'resource', section: sections.containers, subject, name: container.name } as const;
        return {
          ...resource('containers', target, container.name, [name, host.hostname, container.image]),
          page: pageAddress('docker/containers', dockerContainerNameId(host.id, container.name)),
          ruled: host.id,
          group,
        };
      });
    }),
  );

/** The tables whose resources have pages under their own ids. */
const pages: Partial<Record<SectionId, PageKind>> = {
  ...{ nodes: 'nodes', guests: 'guests', storage: 'storages', pbs: 'servers', dockerHosts: 'docker/hosts' },
} satisfies Partial<Record<SectionId, PageKind>>;

const resource = (
  section: SectionId,
  target: Resource['target'],
  name: string,
  words: readonly string[],
): Resource => ({
  key: `${section}:${target.subject.id}`,
  name,
  target,
  ruled: target.subject.serverId ?? target.subject.id,
  ...(pages[section] && { page: pageAddress(pages[section], target.subject.id) }),
  words: [name, ...words].join('\n').toLowerCase(),
});

/** The node of a guest or a storage as a group. A node that is not known has the name that its guests say. */
function nodeGroups(nodes: readonly Node[], nameOf: Names): (instance: string, node: string, id: string) => Group {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const twice = new Set(
    nodes.filter(({ name }, at) => nodes.findIndex((other) => other.name === name) !== at).map(({ name }) => name),
  );
  const made = new Map<string, Group>();
  return (instance, node, id) => {
    let group = made.get(id);
    if (!group) {
      const hostName = known.get(id)?.displayName || node;
      const name = twice.has(node) && nameOf(instance) !== hostName ? `${hostName}, ${nameOf(instance)}` : hostName;
      group = { key: `node:${id}`, name, order: `1${natural(name)}`, nodeId: id };
      made.set(id, group);
    }
    return group;
  };
}

const sharedGroup = (instance: string, nameOf: Names): Group => {
  const name = messages.shared(nameOf(instance));
  return { key: `shared:${instance}`, name, order: `2${natural(name)}` };
};

/** By group and name. The key of the order is made once for each, because there are thousands. */
function inOrder(resources: Resource[]): Resource[] {
  const keyed = resources.map((each) => ({
    each,
    order: `${each.group?.order ?? ''}\n${each.group?.key ?? ''}\n${natural(each.name)}\n${each.key}`,
  }));
  return keyed.sort((a, b) => compareText(a.order, b.order)).map(({ each }) => each);
}
