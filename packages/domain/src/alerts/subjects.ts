// What decides about the thresholds of each kind of entity. The server and the browser ask with the same subjects.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import type { Node } from '@belfry/schema/entities/node';
import type { Storage } from '@belfry/schema/entities/storage';
import type { GuestFacts } from '../guest-figures.ts';
import { containerId, dockerContainerId, dockerContainerNameId, nodeId, oldGuestIds, oldStorageIds } from '../ids.ts';
import { parentOf } from '../status.ts';
import type { Subject } from './thresholds.ts';

/** The other ids are built only when an override may have one of them: this is asked for every guest of every poll. */
class GuestSubject implements Subject {
  readonly kind = 'guest';
  readonly #guest: GuestFacts;
  constructor(guest: GuestFacts) {
    this.#guest = guest;
  }
  get id(): string {
    return this.#guest.id;
  }
  get otherIds(): readonly string[] {
    return oldGuestIds(this.#guest);
  }
  get tags(): readonly string[] {
    return this.#guest.tags;
  }
  get nodeId(): string {
    return parentOf(this.#guest);
  }
}

export const guestSubject = (guest: GuestFacts): Subject => new GuestSubject(guest);

export const nodeSubject = ({ id }: Pick<Node, 'id'>): Subject => ({ kind: 'node', id });

/** `name` and `nodes` give the older ids of a storage; a pool of Ceph has none. */
type AnyStorage = Pick<Storage, 'id' | 'instance' | 'node'> & Partial<Pick<Storage, 'name' | 'nodes'>>;

class StorageSubject implements Subject {
  readonly kind = 'storage';
  readonly #storage: AnyStorage;
  constructor(storage: AnyStorage) {
    this.#storage = storage;
  }
  get id(): string {
    return this.#storage.id;
  }
  get otherIds(): readonly string[] {
    const { instance, name = '', nodes = [] } = this.#storage;
    return oldStorageIds({ instance, nodes, name });
  }
  /** A shared storage is on no particular node. */
  get nodeId(): string {
    return nodeId(this.#storage.instance, this.#storage.node);
  }
}

export const storageSubject = (storage: AnyStorage): Subject => new StorageSubject(storage);

export const pbsSubject = ({ id }: { id: string }): Subject => ({ kind: 'pbs', id });
/** An override of its server holds for it too, where it has none of its own. */
export const datastoreSubject = (serverId: string, name: string): Subject => ({
  kind: 'pbs',
  id: `${serverId}-${name}`,
  serverId,
});
export const pmgSubject = ({ id }: { id: string }): Subject => ({ kind: 'pmg', id });
export const dockerHostSubject = ({ id }: Pick<DockerHost, 'id'>): Subject => ({ kind: 'dockerHost', id });

/** By name too, so that a container that was recreated keeps its overrides. */
export const containerSubject = (
  host: Pick<DockerHost, 'id'>,
  container: Pick<DockerContainer, 'id' | 'name' | 'labels' | 'superseded'>,
): Subject => ({
  kind: 'dockerContainer',
  id: dockerContainerId(host.id, container.id),
  otherIds: [containerId(host.id, container), dockerContainerNameId(host.id, container.name)],
});
