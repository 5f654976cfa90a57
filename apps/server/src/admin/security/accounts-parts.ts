// Local accounts and API tokens as parts of the configuration file. An export that is sealed does not have them.
import { ok } from '@belfry/domain/result';
import type { PartContent } from '@belfry/schema/config/parts';
import type { ConfigPart } from '../../db/config-part.ts';
import { isOwnedBy } from '../../db/sessions-store.ts';
import type { Store } from '../../db/store.ts';
import type { User } from '../../db/users-store.ts';
import { iso } from '../../lib/clock.ts';

type Token = PartContent<'tokens'>[number];
type Hashed = Pick<User, 'name' | 'role' | 'passwordHash'>;

/** Two exports of the same accounts are the same. */
const byName = <T extends { name: string }>(list: T[]): T[] => list.toSorted((a, b) => (a.name < b.name ? -1 : 1));

export function usersPart({ users }: Pick<Store, 'users'>): ConfigPart<'users'> {
  const read = (): Hashed[] =>
    byName(users.list().map(({ name, role, passwordHash }) => ({ name, role, passwordHash })));
  return {
    read,
    prepare: (found) =>
      ok({
        async write(tx) {
          const wanted = new Map(found.map((user) => [user.name, user]));
          for (const user of tx.users.list()) {
            const next = wanted.get(user.name);
            const isSame = next?.role === user.role && next.passwordHash === user.passwordHash;
            if (isSame) wanted.delete(user.name);
            else await tx.sessions.removeWhere(isOwnedBy({ method: 'password', subject: user.name }));
            if (!next) await tx.users.remove(user.name);
          }
          for (const user of wanted.values()) await tx.users.put(user);
        },
        settle() {},
      }),
  };
}

export function tokensPart({ apiTokens }: Pick<Store, 'apiTokens'>, createdBy: string): ConfigPart<'tokens'> {
  const read = (tokens = apiTokens): Token[] =>
    byName(
      tokens.list().map(({ id, name, scope, expiresAt }) => ({
        ...{ name, scope, hash: Buffer.from(tokens.hashOf(id) ?? []).toString('hex') },
        ...(expiresAt !== null && { expiresAt: iso(expiresAt) }),
      })),
    );
  return {
    read: () => read(),
    prepare: (found) =>
      ok({
        async write(tx) {
          const wanted = new Map(found.map((token) => [token.name, normal(token)]));
          for (const token of read(tx.apiTokens)) {
            if (JSON.stringify(wanted.get(token.name)) === JSON.stringify(token)) wanted.delete(token.name);
            else await tx.apiTokens.removeNamed(token.name);
          }
          for (const { name, scope, hash, expiresAt } of wanted.values())
            await tx.apiTokens.add({
              ...{ name, scope, hash: Buffer.from(hash, 'hex'), hint: '', createdBy },
              expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
            });
        },
        settle() {},
      }),
  };
}

/** In the order and the spelling of `read`. */
const normal = ({ name, scope, hash, expiresAt }: Token): Token => ({
  ...{ name, scope, hash },
  ...(expiresAt !== undefined && { expiresAt: iso(Date.parse(expiresAt)) }),
});
