import type { SecurityStatus } from '@belfry/schema/http/security';
import { expect, test, vi } from 'vitest';
import { decideEntry } from './decide-entry.ts';

const base: SecurityStatus = {
  configured: true,
  hasAuthentication: true,
  requiresAuth: true,
  disabled: false,
  configuredButPendingRestart: false,
  oidcEnabled: false,
  hasProxyAuth: false,
  proxyAuthUsername: '',
  proxyAuthIsAdmin: false,
  proxyAuthLogoutURL: '',
};
const decide = (status: Partial<SecurityStatus> | null, probe = 200, justLoggedOut = false) =>
  decideEntry(justLoggedOut, status && { ...base, ...status }, async () => probe);

test('no account exists yet: setup', async () => {
  expect(await decide({ configured: false, hasAuthentication: false, requiresAuth: false })).toEqual({
    screen: 'setup',
  });
});

test('sign-in switched off: the app, without a user to sign out', async () => {
  const entry = await decide({ disabled: true, hasAuthentication: false, username: 'anonymous', method: 'disabled' });
  expect(entry).toMatchObject({ screen: 'app', user: '', ends: false });
});

test('behind a proxy: the app as that user, with the proxy’s address for signing out', async () => {
  const entry = await decide({ hasProxyAuth: true, proxyAuthUsername: 'ada', proxyAuthLogoutURL: '/bye' }, 401);
  expect(entry).toMatchObject({ screen: 'app', user: 'ada', logoutUrl: '/bye' });
});

test('behind a proxy without an address for signing out, there is no sign-out', async () => {
  expect(await decide({ hasProxyAuth: true, proxyAuthUsername: 'ada' })).toMatchObject({ ends: false });
});

test('the provider’s address for signing out is used only after single sign-on', async () => {
  const leaving = async (method: 'oidc' | 'password') =>
    decide({ method, username: 'ada', oidcLogoutURL: 'https://id.example/bye' });
  expect(await leaving('oidc')).toMatchObject({ ends: true, logoutUrl: 'https://id.example/bye' });
  expect(await leaving('password')).toMatchObject({ ends: true, logoutUrl: '' });
});

test('a known session: the app, without asking for the state', async () => {
  const probe = vi.fn(async () => 401);
  const entry = await decideEntry(false, { ...base, method: 'password', username: 'ada', isAdmin: false }, probe);
  expect(entry).toMatchObject({ screen: 'app', user: 'ada', role: 'viewer', ends: true });
  expect(probe).not.toHaveBeenCalled();
});

test('no session, and sign-in is required: login, without asking for the state', async () => {
  expect(await decide({}, 200)).toMatchObject({ screen: 'login' });
});

test('no session, and the status does not say whether one is required: the state decides, and only a 401 leads to login', async () => {
  expect(await decide({ requiresAuth: false }, 401)).toMatchObject({ screen: 'login' });
  for (const code of [200, 429, 500, 0])
    expect(await decide({ requiresAuth: false }, code)).toMatchObject({ screen: 'app' });
});

test('no security status: the state decides as well', async () => {
  expect(await decide(null, 401)).toEqual({ screen: 'login', status: null });
  expect(await decide(null, 0)).toMatchObject({ screen: 'app', status: null });
});

test('just logged out: login, although the browser would be signed in at once', async () => {
  expect(await decide({ method: 'oidc', username: 'ada' }, 200, true)).toMatchObject({ screen: 'login' });
});
