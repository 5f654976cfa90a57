// What the node settings need of the store of watched hosts; db/instances-store.ts keeps it on disk.
import type { Result } from '@belfry/domain/result';
import type { NodeConfig } from '@belfry/schema/config/node';

/** `id` is random, never changes and is never used again. Times are epoch ms. */
export interface StoredInstance {
  id: string;
  config: NodeConfig;
  createdAt: number;
  changedAt: number;
}

/** An entry whose content cannot be used. It stays until it is repaired or deleted. `reason` is for an administrator. */
export interface BrokenInstance {
  id: string;
  type: string;
  name: string;
  reason: string;
}

export type StoreError = { code: 'not_found' | 'duplicate_name' } | { code: 'invalid'; fields: Record<string, string> };

export interface InstanceStore {
  /** Oldest first. */
  list(): { instances: StoredInstance[]; broken: BrokenInstance[] };
  get(id: string): StoredInstance | undefined;
  add(config: NodeConfig): Result<StoredInstance, StoreError>;
  /** Fields that are absent stay as they are; a token replaces a password and the other way round. */
  update(id: string, patch: Readonly<Record<string, unknown>>): Result<StoredInstance, StoreError>;
  /** False when there is no such entry. */
  remove(id: string): boolean;
}
