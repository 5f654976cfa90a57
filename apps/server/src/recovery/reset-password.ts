// Sets a new password for a user who may write into the data directory. Works while the server runs.
import { fail, ok, type Result } from '@belfry/domain/result';
import { createBootstrap } from '../auth/bootstrap.ts';
import { createPasswordHasher } from '../auth/password-hash.ts';
import { isOwnedBy } from '../db/sessions-store.ts';
import type { Store } from '../db/store.ts';
import { newPassword } from '../lib/api-token.ts';

/** The text for the user. Without a name: the oldest account, or a first one called `admin`. */
export async function resetPassword(
  store: Store,
  dataDir: string,
  name: string | undefined,
): Promise<Result<string, string>> {
  const names = store.users.list().map((user) => user.name);
  const chosen = name ?? names[0] ?? 'admin';
  if (names.length > 0 && !names.includes(chosen))
    return fail(`There is no account "${chosen}". There are: ${names.join(', ')}.`);
  const password = newPassword();
  const passwordHash = await createPasswordHasher().hash(password);
  if (passwordHash === undefined) return fail('The password could not be hashed. Try again.');
  const ended = await store.atomically(async (tx) => {
    await tx.users.put({ name: chosen, passwordHash, role: 'admin' });
    await tx.audit.append({
      ...{ event: 'password_changed', success: true, user: chosen, method: 'command', ip: '', path: '' },
      details: 'by the command reset-password',
    });
    return tx.sessions.removeWhere(isOwnedBy({ method: 'password', subject: chosen }));
  });
  // Somebody can sign in now.
  createBootstrap(dataDir, { warn() {} }).finish();
  return ok(
    [
      `User:     ${chosen}`,
      `Password: ${password}`,
      `Sign in and change it. Sessions ended: ${ended}. A lock after wrong passwords is lifted.`,
    ].join('\n'),
  );
}
