// Local accounts. A password is only ever here as its hash.
import { randomUUID } from 'node:crypto';
import { Role } from '@belfry/schema/http/security';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Database } from './open.ts';
import { query } from './query.ts';
import type { Revocations } from './revocations.ts';

const columns = 'id, name, password_hash AS passwordHash, role, created_at AS createdAt, changed_at AS changedAt';

/** Times are epoch ms; `changedAt` is the last change of the password. Names are compared case-sensitively. */
const User = z.object({
  id: z.string(),
  name: z.string(),
  passwordHash: z.string(),
  role: Role,
  createdAt: z.number(),
  changedAt: z.number(),
});
export type User = z.infer<typeof User>;

export interface UsersStore {
  byName(name: string): User | undefined;
  /** Oldest first. */
  list(): User[];
  /** Adds the account or gives an existing one this password and role. */
  put(user: { name: string; passwordHash: string; role: Role }): void;
  /** False when there is no such account. */
  setPassword(name: string, passwordHash: string): boolean;
  /** After a rotation: the accounts that are not this one go. */
  removeOthers(name: string): void;
}

export function createUsersStore(db: Database, clock: Clock, { tell }: Pick<Revocations, 'tell'>): UsersStore {
  const one = query(db, User, `SELECT ${columns} FROM users WHERE name = ?`);
  const all = query(db, User, `SELECT ${columns} FROM users ORDER BY created_at, name`);
  const put = db.prepare(`INSERT INTO users (id, name, password_hash, role, created_at, changed_at)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET password_hash = excluded.password_hash, role = excluded.role,
      changed_at = excluded.changed_at`);
  const setPassword = db.prepare('UPDATE users SET password_hash = ?, changed_at = ? WHERE name = ?');
  const removeOthers = db.prepare('DELETE FROM users WHERE name <> ?');
  return {
    byName: (name) => one.get(name),
    list: () => all.all(),
    put({ name, passwordHash, role }) {
      const now = clock.now();
      put.run(randomUUID(), name, passwordHash, role, now, now);
      tell();
    },
    setPassword(name, passwordHash) {
      const known = setPassword.run(passwordHash, clock.now(), name).changes === 1;
      tell();
      return known;
    },
    removeOthers(name) {
      removeOthers.run(name);
      tell();
    },
  };
}
