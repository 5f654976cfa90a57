// Sets a new password for a user who may write into the data directory. Works while the server runs.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { createBootstrap } from '../auth/bootstrap.ts';
import { createPasswordHasher } from '../auth/password-hash.ts';
import { isOwnedBy } from '../db/sessions-store.ts';
import type { Store } from '../db/store.ts';
import { newPassword } from '../lib/api-token.ts';

/** What the user reads. Without a name: the oldest account, or a first one called `admin`. */
export async function resetPassword(
  store: Store,
  dataDir: string,
  name: string | undefined,
): Promise<Result<Sentence, Sentence>> {
  const names = store.users.list().map((user) => user.name);
  const chosen = name ?? names[0] ?? 'admin';
  if (names.length > 0 && !names.includes(chosen))
    return fail({ id: 'recovery.noAccount', values: { name: chosen, names } });
  const password = newPassword();
  const passwordHash = await createPasswordHasher().hash(password);
  if (passwordHash === undefined) return fail({ id: 'recovery.notHashed' });
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
  return ok({ id: 'recovery.password', values: { user: chosen, password, ended } });
}
