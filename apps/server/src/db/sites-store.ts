// Sites, with the public keys of their collectors. A token is stored as its hash, and shown only once.
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';

export type StoredSite = Rows['sites'];

export interface SitesStore {
  /** Oldest first. */
  list(): StoredSite[];
  get(id: string): StoredSite | undefined;
  /** Adds the site, or replaces the one with the same id. */
  put(site: StoredSite): Promise<void>;
  /** False when there is no such site. */
  remove(id: string): Promise<boolean>;
}

export const createSitesStore = ({ memory, write }: Scope): SitesStore => ({
  list: () => memory.sites.list().sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
  get: (id) => memory.sites.get(id),
  put: (site) => write(({ sites }) => sites.put(site)),
  remove: (id) => write(({ sites }) => sites.remove(id)),
});
