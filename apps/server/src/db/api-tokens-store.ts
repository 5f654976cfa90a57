// API tokens by hash. The token is shown once, when it is made; a hint of it stays readable.
import { randomUUID } from 'node:crypto';
import { TokenScope } from '@belfry/schema/http/security';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Disk } from './disk.ts';
import { type Database, transaction } from './open.ts';
import { query } from './query.ts';
import type { Revocations } from './revocations.ts';

const columns =
  'id, name, scope, hint, created_by AS createdBy, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt';

/** Times are epoch ms. `hint`: first 8 and last 4 characters of the token. */
const StoredToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: TokenScope,
  hint: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
});
export type StoredToken = z.infer<typeof StoredToken>;

export interface NewToken {
  name: string;
  scope: TokenScope;
  hash: Uint8Array;
  hint: string;
  createdBy: string;
  expiresAt: number | null;
}

export interface ApiTokensStore {
  add(token: NewToken): StoredToken;
  /** Undefined when unknown or expired. */
  byHash(hash: Uint8Array): StoredToken | undefined;
  /** Undefined when unknown or expired. */
  get(id: string): StoredToken | undefined;
  /** Notes a use, in memory. */
  touch(id: string): void;
  /** Writes the times of use down; what the disk does not take stays in memory. */
  flush(): void;
  /** Newest first. */
  list(): StoredToken[];
  /** False when there is no such token. */
  remove(id: string): boolean;
  removeNamed(name: string): number;
  removeAll(): number;
}

export function createApiTokensStore(
  db: Database,
  clock: Clock,
  { gone }: Pick<Revocations, 'gone'>,
  disk: Pick<Disk, 'attempt'>,
): ApiTokensStore {
  const add = db.prepare(`INSERT INTO api_tokens (id, name, scope, token_hash, hint, created_by, created_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const valid = '(expires_at IS NULL OR expires_at > ?)';
  const byHash = query(db, StoredToken, `SELECT ${columns} FROM api_tokens WHERE token_hash = ? AND ${valid}`);
  const byId = query(db, StoredToken, `SELECT ${columns} FROM api_tokens WHERE id = ? AND ${valid}`);
  const list = query(db, StoredToken, `SELECT ${columns} FROM api_tokens ORDER BY created_at DESC, id`);
  const touch = db.prepare('UPDATE api_tokens SET last_used_at = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM api_tokens WHERE id = ?');
  const removeNamed = db.prepare('DELETE FROM api_tokens WHERE name = ?');
  const removeAll = db.prepare('DELETE FROM api_tokens');
  /** Times of use that are not on disk yet, by id. */
  const used = new Map<string, number>();
  return {
    add({ hash, ...token }) {
      const stored = { ...token, id: randomUUID(), createdAt: clock.now(), lastUsedAt: null };
      add.run(
        stored.id,
        stored.name,
        stored.scope,
        hash,
        stored.hint,
        stored.createdBy,
        stored.createdAt,
        stored.expiresAt,
      );
      return stored;
    },
    byHash: (hash) => byHash.get(hash, clock.now()),
    get: (id) => byId.get(id, clock.now()),
    touch: (id) => void used.set(id, clock.now()),
    flush() {
      const write = () => {
        for (const [id, at] of used) touch.run(at, id);
      };
      if (used.size > 0 && disk.attempt(() => transaction(db, write))) used.clear();
    },
    list: () => list.all().map((token) => ({ ...token, lastUsedAt: used.get(token.id) ?? token.lastUsedAt })),
    remove: (id) => gone(remove.run(id).changes) === 1,
    removeNamed: (name) => gone(removeNamed.run(name).changes),
    removeAll: () => gone(removeAll.run().changes),
  };
}
