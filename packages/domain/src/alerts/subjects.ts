// What decides about the thresholds of each kind of entity. The server and the browser ask with the same subjects.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { Storage } from '@belfry/schema/entities/storage';
import { dockerContainerId, dockerContainerNameId, nodeId, oldGuestIds, oldStorageIds } from '../ids.ts';
import type { Subject } from './thresholds.ts';

/** The ids are built only when a configuration has overrides by id: this is asked for every guest of every poll. */
class GuestSubject implements Subject {
  readonly kind = 'guest';
  readonly #guest: Guest;
  constructor(guest: Guest) {
    this.#guest = guest;
  }
  get ids(): readonly string[] {
    return [this.#guest.id, ...oldGuestIds(this.#guest)];
  }
  get tags(): readonly string[] {
    return this.#guest.tags;
  }
  get nodeId(): string {
    return nodeId(this.#guest.instance, this.#guest.node);
  }
}

export const guestSubject = (guest: Guest): Subject => new GuestSubject(guest);

export const nodeSubject = ({ id }: Pick<Node, 'id'>): Subject => ({ kind: 'node', ids: [id] });

/** `name` and `nodes` give the older ids of a storage; a pool of Ceph has none. */
type AnyStorage = Pick<Storage, 'id' | 'instance' | 'node'> & Partial<Pick<Storage, 'name' | 'nodes'>>;

class StorageSubject implements Subject {
  readonly kind = 'storage';
  readonly #storage: AnyStorage;
  constructor(storage: AnyStorage) {
    this.#storage = storage;
  }
  get ids(): readonly string[] {
    const { id, instance, name = '', nodes = [] } = this.#storage;
    return [id, ...oldStorageIds({ instance, nodes, name })];
  }
  /** A shared storage is on no particular node. */
  get nodeId(): string {
    return nodeId(this.#storage.instance, this.#storage.node);
  }
}

export const storageSubject = (storage: AnyStorage): Subject => new StorageSubject(storage);

export const pbsSubject = ({ id }: { id: string }): Subject => ({ kind: 'pbs', ids: [id] });
export const pmgSubject = ({ id }: { id: string }): Subject => ({ kind: 'pmg', ids: [id] });
export const dockerHostSubject = ({ id }: Pick<DockerHost, 'id'>): Subject => ({ kind: 'dockerHost', ids: [id] });

/** By name too, so that a container that was made anew keeps its overrides. */
export const containerSubject = (
  host: Pick<DockerHost, 'id'>,
  { id, name }: Pick<DockerContainer, 'id' | 'name'>,
): Subject => ({
  kind: 'dockerContainer',
  ids: [dockerContainerId(host.id, id), dockerContainerNameId(host.id, name)],
});
