// Links to views, by the hash of their secret. The secret is shown only once, when the link is made.
import { randomUUID } from 'node:crypto';
import { ViewAddress } from '@belfry/schema/http/views';
import type { Clock } from '../lib/clock.ts';
import { hashKey } from './api-tokens-store.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';
import { saveUses, type Uses } from './uses.ts';

/** Times are epoch ms. */
export interface StoredLink extends ViewAddress {
  id: string;
  name: string;
  createdBy: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** Null is never. */
  expiresAt: number | null;
}

interface NewLink extends ViewAddress {
  name: string;
  createdBy: string;
  hash: Uint8Array;
  expiresAt: number | null;
}

export type ViewLinksStore = ReturnType<typeof createViewLinksStore>;

export function createViewLinksStore(scope: Scope, { clock, uses }: { clock: Clock; uses: Uses }) {
  const { memory, write, revoked } = scope;
  const shown = ({ tokenHash: _, screen, params, ...link }: Rows['viewLinks']): StoredLink => ({
    ...link,
    ...ViewAddress.parse({ screen, params: JSON.parse(params) }),
    lastUsedAt: uses.of(link.id) ?? link.lastUsedAt,
  });
  const valid = (row: Rows['viewLinks'] | undefined) =>
    row && (row.expiresAt === null || row.expiresAt > clock.now()) ? shown(row) : undefined;
  const removeWhere = async (isMeant: (link: Rows['viewLinks']) => boolean): Promise<boolean> => {
    const count = await write(async ({ viewLinks }) => {
      const meant = viewLinks.list().filter(isMeant);
      for (const { id } of meant) await viewLinks.remove(id);
      return meant.length;
    });
    if (count > 0) revoked();
    return count > 0;
  };
  return {
    async add({ hash, params, ...link }: NewLink): Promise<StoredLink> {
      const row = {
        ...link,
        params: JSON.stringify(params),
        tokenHash: hash,
        id: randomUUID(),
        createdAt: clock.now(),
        lastUsedAt: null,
      };
      await write(({ viewLinks }) => viewLinks.put(row));
      return shown(row);
    },
    /** Undefined when unknown or expired. */
    byHash: (hash: Uint8Array): StoredLink | undefined => valid(memory.viewLinks.find(hashKey(hash))),
    /** Undefined when unknown or expired. */
    get: (id: string): StoredLink | undefined => valid(memory.viewLinks.get(id)),
    /** Notes a use, in memory. */
    touch: (id: string) => uses.note(id, clock.now()),
    /** Writes the times of use. If the disk does not accept them, they stay in memory. */
    flush: () => saveUses(scope, uses, ({ viewLinks }) => viewLinks),
    /** Newest first. */
    list: (): StoredLink[] =>
      memory.viewLinks
        .list()
        .map(shown)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)),
    /** False when there is no such link. */
    remove: (id: string): Promise<boolean> => removeWhere((link) => link.id === id),
    removeAll: async () => void (await removeWhere(() => true)),
  };
}
