// Local accounts. A password is stored only as its hash.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';

/** `changedAt` is the last change of the password. Names are compared case-sensitively. */
export type User = Rows['users'];

export type UsersStore = ReturnType<typeof createUsersStore>;

export function createUsersStore({ memory, write, revoked }: Scope, clock: Clock) {
  const { users } = memory;
  const list = () => users.list().sort((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1));
  return {
    byName: users.get,
    /** Oldest first. */
    list,
    /** Adds the account or gives an existing one this password and role. */
    async put({ name, passwordHash, role }: Pick<User, 'name' | 'passwordHash' | 'role'>) {
      const changedAt = clock.now();
      await write(async ({ users }) => {
        const { id = randomUUID(), createdAt = changedAt } = users.get(name) ?? {};
        await users.put({ id, name, passwordHash, role, createdAt, changedAt });
      });
      revoked();
    },
    /** False if there is no such account. */
    async setPassword(name: string, passwordHash: string): Promise<boolean> {
      const isKnown = await write(async ({ users }) => {
        const user = users.get(name);
        if (user) await users.update({ ...user, passwordHash, changedAt: clock.now() });
        return user !== undefined;
      });
      revoked();
      return isKnown;
    },
    /** False if there is no such account. */
    async remove(name: string): Promise<boolean> {
      const isKnown = await write(({ users }) => users.remove(name));
      revoked();
      return isKnown;
    },
    /** After a rotation: removes all accounts except this one. */
    async removeOthers(name: string) {
      await write(async ({ users }) => {
        for (const user of users.list()) if (user.name !== name) await users.remove(user.name);
      });
      revoked();
    },
  };
}
