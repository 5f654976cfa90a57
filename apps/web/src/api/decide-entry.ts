// Who is at the door: whether the app opens, for whom, or which screen comes before it.
import type { SecurityStatus } from '@belfry/schema/http/security';

/** `user` is empty where sign-in is switched off; `ends` says whether there is something to sign out of. `ended`: there was
 * a session a moment ago. */
export type Entry =
  | { screen: 'app'; user: string; isAdmin: boolean; ends: boolean; logoutUrl: string; status: SecurityStatus | null }
  | { screen: 'login'; status: SecurityStatus | null; ended?: true }
  | { screen: 'setup' };

const app = (status: SecurityStatus | null): Entry => {
  const logoutUrl = status?.proxyAuthLogoutURL || (status?.method === 'oidc' && status.oidcLogoutURL) || '';
  const user = status?.proxyAuthUsername || status?.oidcUsername || status?.username || '';
  return {
    screen: 'app',
    user: status?.disabled ? '' : user,
    // a server that does not say decides at each call
    isAdmin: status?.isAdmin ?? true,
    // whom a proxy signs in with every request, only the proxy can sign out
    ends: user !== '' && status?.disabled !== true && !(status?.hasProxyAuth && logoutUrl === ''),
    logoutUrl,
    status,
  };
};

/** `status` is null when it could not be read. `probe` answers with the status code of GET /api/state. */
export async function decideEntry(
  justLoggedOut: boolean,
  status: SecurityStatus | null,
  probe: () => Promise<number>,
): Promise<Entry> {
  if (status?.disabled) return app(status);
  if (status && !status.hasAuthentication && !status.hasProxyAuth) return { screen: 'setup' };
  if (justLoggedOut) return { screen: 'login', status };
  // the server says who is asking only to those it knows: nobody else needs to try
  if (status?.hasProxyAuth || status?.method) return app(status);
  if (status?.requiresAuth) return { screen: 'login', status };
  return (await probe()) === 401 ? { screen: 'login', status } : app(status);
}
