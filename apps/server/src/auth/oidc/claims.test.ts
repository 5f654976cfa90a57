// What the claims of a provider say about a person. A reading that is in doubt gives no rights.
import { OidcSettings } from '@belfry/schema/http/oidc';
import { expect, test } from 'vitest';
import { type Claims, claimAt, judgeClaims } from './claims.ts';

const role = (groups: unknown, adminGroups = ['admins'], more: Claims = {}) => {
  const judged = judgeClaims({ sub: 'ann', groups, ...more }, OidcSettings.parse({ adminGroups }));
  return judged.ok ? judged.value.role : judged.error;
};

test.each(['Print Admins', 'not-an admins', 'admins staff', 'cn=admins,ou=staff', 'ou=x, admins', '', 'admins;staff'])(
  'a groups claim sent as one text is one group: %s is not the group admins',
  (groups) => expect(role(groups)).toBe('viewer'),
);

test.each(['admins', ' Admins ', 'staff,admins', 'staff, ADMINS', ['Print Admins', 'admins']])(
  'a group by its own name, in a list or at commas gives its role: %j',
  (groups) => expect(role(groups)).toBe('admin'),
);

test('a group whose name has blanks can be named as it is', () => {
  expect(role('Print Admins', ['print admins'])).toBe('admin');
  expect(role(['Print Admins'], ['print admins'])).toBe('admin');
});

test.each([
  [['staff, admins']],
  [[['admins']]],
  [[{ name: 'admins' }]],
  [{ admins: true }],
  [7],
  [null],
  [[7, null, '']],
])('what is no text is no group, and an entry of a list is one group: %j', (groups) => {
  expect(role(groups)).toBe('viewer');
  expect(role(groups, ['admins', ''])).toBe('viewer');
});

test('letters of other alphabets do not become Latin ones when case is ignored', () => {
  expect(role(['\u212Aeepers'], ['keepers'])).toBe('viewer');
  expect(role(['ÄRZTE'], ['ärzte'])).toBe('admin');
});

test.each([false, 'false', 'False', 'no', 0, null, {}])('an address counts only if it is verified: %j', (verified) => {
  const settings = OidcSettings.parse({ allowedEmails: ['ann@example.org'] });
  const judged = (email_verified: unknown) =>
    judgeClaims({ sub: 'ann', email: 'ann@example.org', email_verified }, settings).ok;
  expect([judged(verified), judged(true), judged('true'), judged(undefined)]).toEqual([false, true, true, true]);
});

test.each([
  ['realm_access.roles', { realm_access: { roles: ['admins'] } }],
  ['resource_access.my.client.roles', { resource_access: { 'my.client': { roles: ['admins'] } } }],
  ['https://x.example/roles', { 'https://x.example/roles': ['admins'] }],
  ['https://x.example/app.roles', { 'https://x.example/app': { roles: ['admins'] } }],
  ['realm_access.roles', { 'realm_access.roles': ['admins'], realm_access: { roles: ['staff'] } }],
])('groups are found by the name of their claim, or by a path to it: %s', (groupsClaim, claims) => {
  const judged = judgeClaims({ sub: 'ann', ...claims }, OidcSettings.parse({ groupsClaim, adminGroups: ['admins'] }));
  expect(judged.ok && judged.value.role).toBe('admin');
});

test('a path reads only what the provider sent', () => {
  for (const path of ['constructor.name', '__proto__.x', 'groups.length', 'groups.0', 'a..b', '.', 'groups.'])
    expect([path, claimAt({ groups: ['admins'] }, path)]).toEqual([path, undefined]);
});

test('the path of a group is also its name, and never that of a group in another group', () => {
  expect([role(['/admins']), role(['/admins'], ['/admins']), role(['/it/admins'], ['it/admins'])]).toEqual([
    ...['admin', 'admin', 'admin'],
  ]);
  expect([role(['/it/admins']), role(['//admins']), role(['admins/']), role(['admins'], ['/admins'])]).toEqual([
    ...['viewer', 'viewer', 'viewer', 'viewer'],
  ]);
});
