// Signed-in browsers. The token itself is known to the browser only; here is its hash. What the disk does not take is
// kept in memory, so that a full disk signs nobody out and keeps nobody signed in.
import { Role, SessionMethod } from '@belfry/schema/http/security';
import * as z from 'zod';
import type { Disk } from './disk.ts';
import { type Database, transaction } from './open.ts';
import { query } from './query.ts';
import type { Revocations } from './revocations.ts';

const columns =
  'id, user, subject, role, method, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt, ip, user_agent AS userAgent';

/**
 * Times are epoch ms; `expiresAt` is the absolute end. `id` is safe to show, it signs nobody in. `user` is a name to
 * show; the owner is `method` and `subject`: a local account by its name, a user of single sign-on by issuer and subject.
 */
const StoredSession = z.object({
  id: z.string(),
  user: z.string(),
  subject: z.string(),
  role: Role,
  method: SessionMethod,
  createdAt: z.number(),
  lastUsedAt: z.number(),
  expiresAt: z.number(),
  ip: z.string(),
  userAgent: z.string(),
});
export type StoredSession = z.infer<typeof StoredSession>;
export type SessionOwner = Pick<StoredSession, 'method' | 'subject'>;

export interface SessionsStore {
  add(session: StoredSession, tokenHash: Buffer): void;
  byTokenHash(tokenHash: Buffer): StoredSession | undefined;
  get(id: string): StoredSession | undefined;
  /** Most recently used first. */
  list(): StoredSession[];
  /** Notes a use, in memory. */
  touch(id: string, at: number): void;
  /** Writes the times of use down; what the disk does not take stays in memory. */
  flush(): void;
  /** False when there is no such session. */
  remove(id: string): boolean;
  /** Returns how many went. */
  removeWhere(which: (session: StoredSession) => boolean): number;
  /** Ended before `now`, or not used since `idleSince`. */
  purge(now: number, idleSince: number): void;
}

export const isOwnedBy =
  (owner: SessionOwner | undefined) =>
  ({ method, subject }: StoredSession): boolean =>
    method === owner?.method && subject === owner.subject;

export function createSessionsStore(
  db: Database,
  { gone }: Pick<Revocations, 'gone'>,
  disk: Pick<Disk, 'attempt'>,
): SessionsStore {
  const add = db.prepare(`INSERT INTO sessions
    (id, token_hash, user, subject, role, method, created_at, last_used_at, expires_at, ip, user_agent)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const byHash = query(db, StoredSession, `SELECT ${columns} FROM sessions WHERE token_hash = ?`);
  const byId = query(db, StoredSession, `SELECT ${columns} FROM sessions WHERE id = ?`);
  const all = query(db, StoredSession, `SELECT ${columns} FROM sessions ORDER BY last_used_at DESC, id`);
  const touch = db.prepare('UPDATE sessions SET last_used_at = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM sessions WHERE id = ?');
  const purge = db.prepare('DELETE FROM sessions WHERE expires_at <= ? OR last_used_at < ?');

  /** What is not on disk yet: sessions by the hash of their token, times of use and ended sessions by id. */
  const unsaved = new Map<string, StoredSession>();
  const used = new Map<string, number>();
  const ended = new Set<string>();

  const current = (session: StoredSession | undefined): StoredSession | undefined =>
    session && !ended.has(session.id)
      ? { ...session, lastUsedAt: used.get(session.id) ?? session.lastUsedAt }
      : undefined;
  const get = (id: string) => current(unsaved.values().find((session) => session.id === id) ?? byId.get(id));
  const list = () =>
    [...unsaved.values(), ...all.all()]
      .flatMap((session) => current(session) ?? [])
      .sort((a, b) => b.lastUsedAt - a.lastUsedAt);
  const end = ({ id }: StoredSession) => {
    for (const [key, session] of unsaved) if (session.id === id) unsaved.delete(key);
    const removed = disk.attempt(() => {
      remove.run(id);
      ended.delete(id);
    }, `session/${id}`);
    if (!removed) ended.add(id);
  };
  const flush = (): void => {
    const write = () => {
      for (const [id, at] of used) touch.run(at, id);
    };
    if (used.size > 0 && disk.attempt(() => transaction(db, write))) used.clear();
  };

  return {
    add(s, hash) {
      const key = hash.toString('base64');
      const saved = disk.attempt(() => {
        const { id, user, subject, role, method, createdAt, lastUsedAt, expiresAt, ip, userAgent } = s;
        add.run(id, hash, user, subject, role, method, createdAt, lastUsedAt, expiresAt, ip, userAgent);
        unsaved.delete(key);
      }, `session/${s.id}`);
      if (!saved) unsaved.set(key, s);
    },
    byTokenHash: (hash) => current(unsaved.get(hash.toString('base64')) ?? byHash.get(hash)),
    get,
    list,
    touch: (id, at) => void used.set(id, at),
    flush,
    remove(id) {
      const session = get(id);
      if (session) end(session);
      return gone(session ? 1 : 0) === 1;
    },
    removeWhere(which) {
      const those = list().filter(which);
      those.forEach(end);
      return gone(those.length);
    },
    purge(now, idleSince) {
      // The times of use come first: who was here while the disk was full is not idle.
      flush();
      if (used.size === 0) disk.attempt(() => gone(purge.run(now, idleSince).changes));
    },
  };
}
