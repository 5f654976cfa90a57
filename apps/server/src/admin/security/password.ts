// Change of the local password, and lifting of locks.
import { changePassword, resetLockout } from '@belfry/schema/http/security';
import type { Mount } from '../../http/mount.ts';
import { refuse } from '../../http/reply.ts';
import { createAudited, type SecurityDeps } from './deps.ts';

export function passwordRoutes(mount: Mount, deps: SecurityDeps): void {
  const { store, guard, hashPassword, checkPassword } = deps;
  const audited = createAudited(deps);

  mount(changePassword, async ({ body, request }) => {
    const caller = guard.callerOf(request);
    const { who } = caller;
    if (!who || (who.method !== 'password' && who.method !== 'basic')) {
      return refuse('conflict', { message: 'You are not signed in with a password of this instance.' });
    }
    const checked = await checkPassword(who.name, body.currentPassword, caller);
    if (!checked.ok) {
      const { code, more = {} } = checked.error;
      return code === 'invalid_credentials' ? refuse('wrong_password', { more }) : checked.error;
    }
    const hash = await hashPassword(body.newPassword);
    if (hash === undefined) return refuse('unavailable', { retryAfterS: 1 });
    store.users.setPassword(who.name, hash);
    store.sessions.removeOfUser(who.name);
    audited(request, 'password_changed');
    return {
      success: true,
      requiresRestart: false,
      message: 'Password changed successfully. Please log in with your new password.',
    };
  });

  mount(resetLockout, ({ body, request }) => {
    const lifted = deps.resetLockout(body.identifier);
    audited(request, 'lockout_reset', body.identifier);
    return { success: true, message: lifted > 0 ? 'Lockout lifted' : 'Nothing was locked' };
  });
}
