// API tokens by their hash. A token is shown only once, when it is made. Later only a hint of it is known.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';
import { saveUses, type Uses } from './uses.ts';

/** `hint`: first 8 and last 4 characters of the token. */
export type StoredToken = Omit<Rows['apiTokens'], 'tokenHash'>;

interface NewToken extends Pick<StoredToken, 'name' | 'scope' | 'hint' | 'createdBy' | 'expiresAt'> {
  hash: Uint8Array;
}

export type ApiTokensStore = ReturnType<typeof createApiTokensStore>;

export function createApiTokensStore(scope: Scope, { clock, uses }: { clock: Clock; uses: Uses }) {
  const { memory, write, revoked } = scope;
  const valid = (row: Rows['apiTokens'] | undefined) =>
    row && (row.expiresAt === null || row.expiresAt > clock.now()) ? shown(row) : undefined;
  const shown = ({ tokenHash: _, ...token }: Rows['apiTokens']): StoredToken => ({
    ...token,
    lastUsedAt: uses.of(token.id) ?? token.lastUsedAt,
  });
  const removeWhere = async (isMeant: (token: Rows['apiTokens']) => boolean): Promise<boolean> => {
    const count = await write(async ({ apiTokens }) => {
      const meant = apiTokens.list().filter(isMeant);
      for (const { id } of meant) await apiTokens.remove(id);
      return meant.length;
    });
    if (count > 0) revoked();
    return count > 0;
  };
  return {
    async add({ hash, ...token }: NewToken): Promise<StoredToken> {
      const row = { ...token, tokenHash: hash, id: randomUUID(), createdAt: clock.now(), lastUsedAt: null };
      await write(({ apiTokens }) => apiTokens.put(row));
      return shown(row);
    },
    /** Undefined when unknown or expired. */
    byHash: (hash: Uint8Array): StoredToken | undefined => valid(memory.apiTokens.find(hashKey(hash))),
    /** Also of an expired one. */
    hashOf: (id: string): Uint8Array | undefined => memory.apiTokens.get(id)?.tokenHash,
    /** Undefined when unknown or expired. */
    get: (id: string): StoredToken | undefined => valid(memory.apiTokens.get(id)),
    /** Notes a use, in memory. */
    touch: (id: string) => uses.note(id, clock.now()),
    /** Writes the times of use. If the disk does not accept them, they stay in memory. */
    flush: () => saveUses(scope, uses, ({ apiTokens }) => apiTokens),
    /** Newest first. */
    list: (): StoredToken[] =>
      memory.apiTokens
        .list()
        .map(shown)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)),
    /** False when there is no such token. */
    remove: (id: string): Promise<boolean> => removeWhere((token) => token.id === id),
    removeNamed: async (name: string) => void (await removeWhere((token) => token.name === name)),
    removeAll: async () => void (await removeWhere(() => true)),
  };
}

export const hashKey = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
