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

export function passwordRoutes(mount: Mount, deps: SecurityDeps): void {
  const { store, guard, hashPassword } = deps;
  const audited = createAudited(deps);

  mount(changePassword, async ({ body, request }) => {
    const caller = guard.callerOf(request);
    const { who } = caller;
    if (!who || (who.method !== 'password' && who.method !== 'basic')) {
      return refuse('conflict', { id: 'password.notHere' });
    }
    const checked = await checkCurrent(deps, who.name, body.currentPassword, caller);
    if (!checked.ok) return checked;
    const hash = await hashPassword(body.newPassword);
    if (hash === undefined) return refuseWith('unavailable', { retryAfterS: 1 });
    const isSet = await store.atomically(async (tx) => {
      if (tx.users.byName(who.name)?.passwordHash !== checked.value.passwordHash) return false;
      await tx.users.setPassword(who.name, hash);
      await tx.sessions.removeWhere(isOwnedBy(who.owner));
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
