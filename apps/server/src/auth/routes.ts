// POST /api/login and /api/logout.
import { login, logout } from '@belfry/schema/http/security';
import type { AuditStore } from '../db/audit-store.ts';
import type { SessionsStore } from '../db/sessions-store.ts';
import type { Mount } from '../http/mount.ts';
import type { BeginSession } from './begin-session.ts';
import { clearSessionCookies } from './cookies.ts';
import type { Guard } from './guard.ts';
import type { PasswordCheck } from './password.ts';

export interface SignInDeps {
  guard: Pick<Guard, 'callerOf'>;
  checkPassword: PasswordCheck;
  beginSession: BeginSession;
  sessionsStore: SessionsStore;
  audit: AuditStore;
}

export function signInRoutes(mount: Mount, deps: SignInDeps): void {
  const { guard, checkPassword, beginSession, sessionsStore, audit } = deps;

  mount(login, async ({ body, request, reply }) => {
    const caller = guard.callerOf(request);
    const checked = await checkPassword(body.username, body.password, caller);
    if (!checked.ok) return checked;
    const { name, role } = checked.value;
    beginSession(reply, { user: name, subject: name, role, method: 'password' }, caller);
    audit.append({ event: 'login', success: true, user: name, method: 'password', ip: caller.ip, path: caller.path });
    return { success: true, message: 'Signed in' };
  });

  mount(logout, ({ request, reply }) => {
    const { who, https, ip, path } = guard.callerOf(request);
    clearSessionCookies(reply, https);
    if (who?.session && sessionsStore.remove(who.session)) {
      audit.append({ event: 'logout', success: true, user: who.name, method: who.method, ip, path });
    }
    return { success: true, message: 'Signed out' };
  });
}
