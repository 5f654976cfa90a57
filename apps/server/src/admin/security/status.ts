// GET /api/security/status: the actual state of security. A caller who is not signed in gets only what the sign-in page
// needs.

import { getSecurityStatus, type SecurityStatus } from '@belfry/schema/http/security';
import type { Caller } from '../../http/gate.ts';
import type { Mount } from '../../http/mount.ts';
import { iso } from '../../lib/clock.ts';
import { isPrivate } from '../../lib/networks.ts';
import type { SecurityDeps } from './deps.ts';
import { DEFAULT_TOKEN } from './tokens.ts';

const DISABLED =
  'Authentication is disabled by BELFRY_AUTH_DISABLED. Anybody who can reach this port may do anything; remove the variable and restart to change that.';

export function statusRoutes(mount: Mount, deps: SecurityDeps): void {
  const { guard } = deps;
  mount(getSecurityStatus, ({ request, reply }) => {
    const caller = guard.callerOf(request);
    guard.giveCsrfToken(request, reply);
    // A token with the scope for reports only cannot read anything.
    const roles = caller.who?.roles ?? [];
    return {
      ...forAnonymous(deps, caller),
      ...(roles.includes('viewer')
        ? forKnown(deps, caller)
        : roles.includes('watcher')
          ? forWatcher(deps, caller)
          : {}),
    };
  });
}

function forAnonymous({ store, configured, posture }: SecurityDeps, { who }: Caller): SecurityStatus {
  const { disabled, oidc, proxyLogoutUrl } = posture();
  const protectedNow = configured() && !disabled;
  const byProxy = who?.method === 'proxy';
  return {
    configured: protectedNow,
    hasAuthentication: protectedNow,
    requiresAuth: protectedNow,
    disabled,
    // An account exists while sign-in is switched off. After the next start without the variable, sign-in is needed.
    configuredButPendingRestart: disabled && store.users.list().length > 0,
    oidcEnabled: oidc.enabled,
    hasProxyAuth: byProxy,
    proxyAuthUsername: byProxy ? who.name : '',
    proxyAuthIsAdmin: byProxy && who.role === 'admin',
    proxyAuthLogoutURL: byProxy ? proxyLogoutUrl : '',
    ...(disabled && { message: DISABLED }),
  };
}

/** The holder of a link learns nothing about accounts, tokens or the network. */
function forWatcher({ store }: SecurityDeps, { who }: Caller): Partial<SecurityStatus> {
  const link = who?.link === undefined ? undefined : store.viewLinks.get(who.link);
  return {
    username: who?.name ?? '',
    isAdmin: false,
    ...(who && { method: who.method }),
    ...(link && { view: { screen: link.screen, params: link.params } }),
  };
}

function forKnown({ store, posture, clock }: SecurityDeps, { who, ip, https }: Caller): Partial<SecurityStatus> {
  const { oidc } = posture();
  const [user] = store.users.list();
  const tokens = store.apiTokens.list().filter(({ expiresAt }) => expiresAt === null || expiresAt > clock.now());
  const shown = tokens.find(({ name }) => name === DEFAULT_TOKEN) ?? tokens[0];
  return {
    username: who?.name ?? '',
    ...(who && { role: who.role, method: who.method }),
    isAdmin: who?.role === 'admin',
    authUsername: user?.name ?? '',
    authLastModified: user ? iso(user.changedAt) : '',
    apiTokenConfigured: shown !== undefined,
    apiTokenHint: shown?.hint ?? '',
    // Only a signed-in admin can export, and exports are encrypted. Audit cannot be switched off, and no plain text is
    // stored.
    exportProtected: true,
    unprotectedExportAllowed: false,
    hasAuditLogging: true,
    credentialsEncrypted: true,
    hasHTTPS: https,
    clientIP: ip,
    isPrivateNetwork: isPrivate(ip),
    isTrustedNetwork: isPrivate(ip),
    publicAccess: !isPrivate(ip),
    oidcIssuer: oidc.issuerUrl,
    oidcClientId: oidc.clientId,
    oidcLogoutURL: oidc.logoutUrl,
    oidcUsername: who?.method === 'oidc' ? who.name : '',
  };
}
