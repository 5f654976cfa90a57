// Signed-in browsers. The token itself is known to the browser only; here is its hash.
import { Role, SessionMethod } from '@belfry/schema/http/security';
import * as z from 'zod';
import type { Database } from './open.ts';
import { query } from './query.ts';
import type { Revocations } from './revocations.ts';

const columns =
  'id, user, role, method, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt, ip, user_agent AS userAgent';

/** Times are epoch ms; `expiresAt` is the absolute end. `id` is safe to show, it signs nobody in. */
const StoredSession = z.object({
  id: z.string(),
  user: z.string(),
  role: Role,
  method: SessionMethod,
  createdAt: z.number(),
  lastUsedAt: z.number(),
  expiresAt: z.number(),
  ip: z.string(),
  userAgent: z.string(),
});
export type StoredSession = z.infer<typeof StoredSession>;

export interface SessionsStore {
  add(session: StoredSession, tokenHash: Uint8Array): void;
  byTokenHash(tokenHash: Uint8Array): StoredSession | undefined;
  get(id: string): StoredSession | undefined;
  /** Most recently used first. */
  list(): StoredSession[];
  touch(id: string, at: number): void;
  /** False when there is no such session. */
  remove(id: string): boolean;
  /** Returns how many went. `keep` is the id of one that stays. */
  removeOfUser(user: string, keep?: string): number;
  removeAll(): number;
  /** Ended before `now`, or not used since `idleSince`. */
  purge(now: number, idleSince: number): number;
}

export function createSessionsStore(db: Database, { gone }: Pick<Revocations, 'gone'>): SessionsStore {
  const add = db.prepare(`INSERT INTO sessions
    (id, token_hash, user, role, method, created_at, last_used_at, expires_at, ip, user_agent)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const byHash = query(db, StoredSession, `SELECT ${columns} FROM sessions WHERE token_hash = ?`);
  const byId = query(db, StoredSession, `SELECT ${columns} FROM sessions WHERE id = ?`);
  const list = query(db, StoredSession, `SELECT ${columns} FROM sessions ORDER BY last_used_at DESC, id`);
  const touch = db.prepare('UPDATE sessions SET last_used_at = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM sessions WHERE id = ?');
  const removeOfUser = db.prepare('DELETE FROM sessions WHERE user = ? AND id <> ?');
  const removeAll = db.prepare('DELETE FROM sessions');
  const purge = db.prepare('DELETE FROM sessions WHERE expires_at <= ? OR last_used_at < ?');
  return {
    add(s, hash) {
      add.run(s.id, hash, s.user, s.role, s.method, s.createdAt, s.lastUsedAt, s.expiresAt, s.ip, s.userAgent);
    },
    byTokenHash: (hash) => byHash.get(hash),
    get: (id) => byId.get(id),
    list: () => list.all(),
    touch: (id, at) => void touch.run(at, id),
    remove: (id) => gone(remove.run(id).changes) === 1,
    removeOfUser: (user, keep = '') => gone(removeOfUser.run(user, keep).changes),
    removeAll: () => gone(removeAll.run().changes),
    purge: (now, idleSince) => gone(purge.run(now, idleSince).changes),
  };
}
