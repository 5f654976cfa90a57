// Changes the local password and removes sign-in locks.

import { changePassword, resetLockout } from '@belfry/schema/http/security';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { isOwnedBy } from '../../db/sessions-store.ts';
import { createAudited } from '../../http/audited.ts';
import type { Caller } from '../../http/gate.ts';
import type { Mount } from '../../http/mount.ts';
import { refuse, refuseWith } from '../../lib/refusal.ts';
import type { SecurityDeps } from './deps.ts';

export const PASSWORD_CHANGED: Sentence = { id: 'password.changed' };

/** The password of an account, asked for again before a change. A wrong one counts like one at sign-in. */
export async function checkCurrent(
  { checkPassword }: Pick<SecurityDeps, 'checkPassword'>,
  name: string,
  password: string,
  caller: Caller,
): ReturnType<SecurityDeps['checkPassword']> {
  const checked = await checkPassword(name, password, caller);
  if (checked.ok || checked.error.code !== 'invalid_credentials') return checked;
  return refuseWith('wrong_password', { more: checked.error.more ?? {} });
}

/** The password with which the caller has signed in, asked for again. */
export async function checkOwn(
  deps: Pick<SecurityDeps, 'checkPassword'>,
  caller: Caller,
  password: string,
): ReturnType<SecurityDeps['checkPassword']> {
  const { who } = caller;
  if (who?.method !== 'password' && who?.method !== 'basic') return refuse('conflict', { id: 'password.notHere' });
  return checkCurrent(deps, who.name, password, caller);
}

export function passwordRoutes(mount: Mount, deps: SecurityDeps): void {
  const { store, guard, hashPassword } = deps;
  const audited = createAudited(deps);

  mount(changePassword, async ({ body, request }) => {
    const caller = guard.callerOf(request);
    const checked = await checkOwn(deps, caller, body.currentPassword);
    if (!checked.ok) return checked;
    const { name, passwordHash } = checked.value;
    const hash = await hashPassword(body.newPassword);
    if (hash === undefined) return refuseWith('unavailable', { retryAfterS: 1 });
    const isSet = await store.atomically(async (tx) => {
      if (tx.users.byName(name)?.passwordHash !== passwordHash) return false;
      await tx.users.setPassword(name, hash);
      await tx.sessions.removeWhere(isOwnedBy(caller.who?.owner));
      return true;
    });
    if (!isSet) return refuse('conflict', PASSWORD_CHANGED);
    await audited(request, 'password_changed');
    return {
      success: true,
      requiresRestart: false,
      message: 'Password changed successfully. Please log in with your new password.',
    };
  });

  mount(resetLockout, async ({ body, request }) => {
    const lifted = deps.resetLockout(body.identifier);
    await audited(request, 'lockout_reset', body.identifier);
    return { success: true, message: lifted > 0 ? 'Lockout lifted' : 'Nothing was locked' };
  });
}
