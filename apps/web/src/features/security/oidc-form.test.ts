import type { OidcReply } from '@belfry/schema/http/oidc';
import { expect, test } from 'vitest';
import { checkOidc, isChanged, listOf, oidcForm, oidcUpdate } from './oidc-form.ts';

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

test('unchanged values are sent back as they were loaded, without the secret', () => {
  const { clientSecretSet, everybodyIsAdmin, defaultRedirect, envOverrides, ...settings } = saved;
  expect(oidcUpdate(oidcForm(saved))).toEqual(settings);
  expect(isChanged(oidcForm(saved), saved)).toBe(false);
});

test('lists are split on commas and spaces, empties dropped', () => {
  expect(listOf(' a, b\n,c  d,,')).toEqual(['a', 'b', 'c', 'd']);
});

test('clearing the secret waits for the save, and typing a new one cancels it', () => {
  const staged = { ...oidcForm(saved), clearSecret: true };
  expect(isChanged(staged, saved)).toBe(true);
  expect(oidcUpdate(staged)).toMatchObject({ clearClientSecret: true });
  const typed = oidcUpdate({ ...staged, clientSecret: 's3' });
  expect(typed).toMatchObject({ clientSecret: 's3' });
  expect(typed).not.toHaveProperty('clearClientSecret');
});

test('issuer and client are needed only to switch it on', () => {
  const blank = { ...oidcForm(saved), issuerUrl: ' ', clientId: '' };
  expect(Object.keys(checkOidc(blank))).toEqual(['issuerUrl', 'clientId']);
  expect(checkOidc({ ...blank, enabled: false })).toEqual({});
});
