// The users of a configuration file: passwords become hashes.
import type { FileUser } from '@belfry/schema/config/file';
import { MASK } from '@belfry/schema/notifications/mask';
import type { User } from '../../db/users-store.ts';

export interface Hasher {
  /** Undefined: too busy. */
  hash(password: string): Promise<string | undefined>;
  verify(password: string, hash: string | undefined, lane: 'sign-in'): Promise<boolean | undefined>;
}

/** The hash is kept while it fits the password, so that applying a file again changes nothing. Undefined: too busy. */
export async function withHashes(
  users: readonly FileUser[],
  stored: readonly Pick<User, 'name' | 'passwordHash'>[],
  hasher: Hasher,
): Promise<FileUser[] | undefined> {
  const done: FileUser[] = [];
  for (const { password, ...user } of users) {
    const known = stored.find(({ name }) => name === user.name)?.passwordHash;
    const isKept = password === MASK || password === undefined;
    const fits = !isKept && known !== undefined && (await hasher.verify(password, known, 'sign-in'));
    const kept = user.passwordHash ?? MASK;
    const passwordHash = isKept ? kept : fits ? known : await hasher.hash(password);
    if (passwordHash === undefined) return undefined;
    done.push({ ...user, passwordHash });
  }
  return done;
}
