import type { OidcReply } from '@belfry/schema/http/oidc';
import { expect, test } from 'vitest';
import { checkOidc, oidcForm, oidcUpdate } from './oidc-form.ts';

const saved: OidcReply = {
  enabled: true,
  issuerUrl: 'https://id.example',
  clientId: 'belfry',
  redirectUrl: '',
  logoutUrl: '',
  scopes: ['openid', 'email'],
  usernameClaim: 'preferred_username',
  emailClaim: 'email',
  groupsClaim: 'groups',
  allowedGroups: ['ops', 'dev'],
  allowedDomains: [],
  allowedEmails: [],
  adminGroups: [],
  operatorGroups: [],
  everybodyIsAdmin: false,
  clientSecretSet: true,
  defaultRedirect: 'https://b/api/oidc/callback',
  envOverrides: {},
};

const callback = 'https://seen.example/api/oidc/callback';
const form = oidcForm(saved, callback);

test('only what was changed is sent, lists as lists', () => {
  expect(oidcUpdate({ ...form, allowedGroups: 'ops' }, ['allowedGroups'], saved)).toEqual({ allowedGroups: ['ops'] });
});

test('the redirect URL is filled in: the stored one, that of the server, or the address of this browser, which is sent', () => {
  expect(oidcForm({ ...saved, redirectUrl: 'https://own.example/cb' }, callback).redirectUrl).toBe(
    'https://own.example/cb',
  );
  expect(form.redirectUrl).toBe('https://b/api/oidc/callback');
  expect(oidcUpdate(form, [], saved)).toEqual({});
  const unknown = { ...saved, defaultRedirect: '' };
  expect(oidcForm(unknown, callback).redirectUrl).toBe(callback);
  expect(oidcUpdate(oidcForm(unknown, callback), ['enabled'], unknown)).toEqual({
    enabled: true,
    redirectUrl: callback,
  });
});

test('a group whose name has a space is typed in quotes, and shown so', () => {
  const typed = { ...form, adminGroups: '"Domain Admins", ops dev' };
  const adminGroups = ['Domain Admins', 'ops', 'dev'];
  expect(oidcUpdate(typed, ['adminGroups'], saved)).toEqual({ adminGroups });
  expect(oidcForm({ ...saved, adminGroups }, callback).adminGroups).toBe('"Domain Admins", ops, dev');
});

test('clearing the secret waits for the save, and typing a new one cancels it', () => {
  const staged = { ...form, clearSecret: true };
  expect(oidcUpdate(staged, ['clearSecret'], saved)).toEqual({ clearClientSecret: true });
  const typed = { ...staged, clientSecret: 's3' };
  expect(oidcUpdate(typed, ['clearSecret', 'clientSecret'], saved)).toEqual({ clientSecret: 's3' });
});

test('issuer and client are needed only to switch it on', () => {
  const blank = { ...form, issuerUrl: ' ', clientId: '' };
  expect(Object.keys(checkOidc(blank))).toEqual(['issuerUrl', 'clientId']);
  expect(checkOidc({ ...blank, enabled: false })).toEqual({});
});
