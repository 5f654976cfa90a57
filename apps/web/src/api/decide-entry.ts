// Decides whether the app opens, for which user, or which screen comes before it.
import type { Role, SecurityStatus } from '@belfry/schema/http/security';

/** `user` is empty where sign-in is switched off. `ends`: whether there is a session to sign out of. `ended`: a session
 * ended a moment ago. `role` is null for the holder of a link to a view, who may only see that. */
export type Entry =
  | { screen: 'app'; user: string; role: Role | null; ends: boolean; logoutUrl: string; status: SecurityStatus | null }
  | { screen: 'login'; status: SecurityStatus | null; ended?: true }
  | { screen: 'setup' };

const app = (status: SecurityStatus | null): Entry => {
  const logoutUrl = status?.proxyAuthLogoutURL || (status?.method === 'oidc' && status.oidcLogoutURL) || '';
  const user = status?.proxyAuthUsername || status?.oidcUsername || status?.username || '';
  return {
    screen: 'app',
    user: status?.disabled ? '' : user,
    // where the status says nothing about it, the server decides at each call
    role: status?.method === 'link' ? null : (status?.role ?? (status?.isAdmin === false ? 'viewer' : 'admin')),
    // a user whom a proxy signs in with every request can only be signed out by the proxy
    ends: user !== '' && status?.disabled !== true && !(status?.hasProxyAuth && logoutUrl === ''),
    logoutUrl,
    status,
  };
};

/** `status` is null when it could not be read. `probe` returns the status code of GET /api/state. */
export async function decideEntry(
  justLoggedOut: boolean,
  status: SecurityStatus | null,
  probe: () => Promise<number>,
): Promise<Entry> {
  if (status?.disabled) return app(status);
  if (status && !status.hasAuthentication && !status.hasProxyAuth) return { screen: 'setup' };
  if (justLoggedOut) return { screen: 'login', status };
  // the status names the user of a valid session; without a name no request would be accepted
  if (status?.hasProxyAuth || status?.method) return app(status);
  if (status?.requiresAuth) return { screen: 'login', status };
  return (await probe()) === 401 ? { screen: 'login', status } : app(status);
}
