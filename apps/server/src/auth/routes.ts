// POST /api/login and /api/logout.
import { login, logout } from '@belfry/schema/http/sessions';
import type { Store } from '../db/store.ts';
import type { Mount } from '../http/mount.ts';
import { refuse } from '../lib/refusal.ts';
import type { BeginSession } from './begin-session.ts';
import { clearSessionCookies, setLinkCookie } from './cookies.ts';
import type { Guard } from './guard.ts';
import type { SignOutUrl } from './oidc/routes.ts';
import type { PasswordCheck } from './password.ts';

export interface SignInDeps {
  guard: Pick<Guard, 'callerOf'>;
  checkPassword: PasswordCheck;
  beginSession: BeginSession;
  signOutUrl: SignOutUrl;
  store: Pick<Store, 'users' | 'sessions' | 'audit' | 'refresh'>;
}

export function signInRoutes(mount: Mount, deps: SignInDeps): void {
  const { guard, checkPassword, beginSession, signOutUrl, store } = deps;

  mount(login, async ({ body, request, reply }) => {
    const caller = guard.callerOf(request);
    // A command on the machine may have given the account another password.
    await store.refresh();
    const checked = await checkPassword(body.username, body.password, caller);
    if (!checked.ok) return checked;
    const { name, role, passwordHash } = checked.value;
    const isStillRight = () => store.users.byName(name)?.passwordHash === passwordHash;
    const session = { user: name, subject: name, role, method: 'password' } as const;
    if (!(await beginSession(reply, session, caller, isStillRight))) return refuse('invalid_credentials');
    await store.audit.append({
      event: 'login',
      success: true,
      user: name,
      method: 'password',
      ip: caller.ip,
      path: caller.path,
    });
    return { success: true, message: 'Signed in' };
  });

  mount(logout, async ({ request, reply }) => {
    const { who, https, ip, path } = guard.callerOf(request);
    clearSessionCookies(reply, https);
    setLinkCookie(reply, '', https);
    if (who?.session && (await store.sessions.signOut(who.session))) {
      await store.audit.append({ event: 'logout', success: true, user: who.name, method: who.method, ip, path });
    }
    const logoutUrl = who?.session && who.method === 'oidc' ? await signOutUrl(who.session) : '';
    return { success: true, message: 'Signed out', ...(logoutUrl !== '' && { logoutUrl }) };
  });
}
