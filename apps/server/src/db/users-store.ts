// Local accounts. A password is stored only as its hash.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';

/** `changedAt` is the last change of the password. Names are compared case-sensitively. */
export type User = Rows['users'];

export interface UsersStore {
  byName(name: string): User | undefined;
  /** Oldest first. */
  list(): User[];
  /** Adds the account or gives an existing one this password and role. */
  put(user: Pick<User, 'name' | 'passwordHash' | 'role'>): Promise<void>;
  /** False if there is no such account. */
  setPassword(name: string, passwordHash: string): Promise<boolean>;
  /** False if there is no such account. */
  remove(name: string): Promise<boolean>;
  /** After a rotation: removes all accounts except this one. */
  removeOthers(name: string): Promise<void>;
}

export function createUsersStore({ memory, write, revoked }: Scope, clock: Clock): UsersStore {
  const { users } = memory;
  const list = () => users.list().sort((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1));
  return {
    byName: users.get,
    list,
    async put({ name, passwordHash, role }) {
      const changedAt = clock.now();
      await write(async ({ users }) => {
        const { id = randomUUID(), createdAt = changedAt } = users.get(name) ?? {};
        await users.put({ id, name, passwordHash, role, createdAt, changedAt });
      });
      revoked();
    },
    async setPassword(name, passwordHash) {
      const isKnown = await write(async ({ users }) => {
        const user = users.get(name);
        if (user) await users.update({ ...user, passwordHash, changedAt: clock.now() });
        return user !== undefined;
      });
      revoked();
      return isKnown;
    },
    async remove(name) {
      const isKnown = await write(({ users }) => users.remove(name));
      revoked();
      return isKnown;
    },
    async removeOthers(name) {
      await write(async ({ users }) => {
        for (const user of users.list()) if (user.name !== name) await users.remove(user.name);
      });
      revoked();
    },
  };
}
