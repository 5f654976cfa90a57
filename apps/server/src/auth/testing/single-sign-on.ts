// A server with single sign-on at a real provider, and a person who signs in there.
import { startOidc } from '@belfry/schema/http/oidc';
import { expect } from 'vitest';
import { signIn } from './administrator.ts';
import { type AuthServer, type AuthServerOptions, configured } from './auth-server.ts';
import { CLIENT, identityProvider, type ProviderOptions, REDIRECT, signInAt } from './identity-provider.ts';

interface Faults extends AuthServerOptions, ProviderOptions {}

export async function setUp(
  settings: object = {},
  claims: object = {},
  { client = {}, tamper, onTheWay, provider, ...options }: Faults = {},
) {
  const { issuer } = await identityProvider(
    { email: 'pat@example.test', email_verified: true, ...claims },
    { client, ...(tamper && { tamper }), ...(onTheWay && { onTheWay }), ...(provider && { provider }) },
  );
  const made = await configured(options);
  const admin = await signIn(made, '192.0.2.77');
  const body = { enabled: true, issuerUrl: issuer, ...CLIENT, redirectUrl: REDIRECT, ...settings };
  const saved = await made.call('PUT', '/api/security/oidc', { headers: admin, body });
  expect([saved.status, saved.json.clientSecretSet, saved.json.clientSecret]).toEqual([200, true, undefined]);
  return { ...made, admin, issuer };
}

export async function begin(made: AuthServer, returnTo?: string) {
  const { json, cookies, status } = await made.call('POST', startOidc.path, {
    body: returnTo === undefined ? {} : { returnTo },
  });
  expect(status).toBe(200);
  return { url: String(json.authorizationUrl), headers: { cookie: `belfry_oidc=${cookies.belfry_oidc}` } };
}

/** A complete sign-in; returns the answer to the callback. */
export async function signInThere(made: AuthServer, change: (url: string) => string = (url) => url) {
  const { url, headers } = await begin(made, '/settings?tab=security');
  const back = await signInAt(change(url), 'pat');
  return made.call('GET', back, { headers });
}
