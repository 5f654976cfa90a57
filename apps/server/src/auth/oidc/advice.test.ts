// What is shown to administrators of the claims of a person, and what they can set.
import { OidcSettings } from '@belfry/schema/http/oidc';
import { expect, test } from 'vitest';
import { adviceFor } from './advice.ts';
import { judgeClaims } from './claims.ts';
import { failure } from './failure.ts';
import { shownClaims } from './shown-claims.ts';

const rules = OidcSettings.parse({ adminGroups: ['admins'], operatorGroups: ['Domain Ops'] });
const advice = (claims: object, settings = rules) => {
  const all = { sub: 'u-1', preferred_username: 'ann', ...claims };
  const judged = judgeClaims(all, settings);
  return adviceFor(all, settings, judged.ok ? judged.value.because : undefined, undefined);
};

test.each([
  ['a claim that holds a list', { realm_access: { roles: ['admins'] } }, 'groups_missing', 'realm_access.roles'],
  [
    'a list of another claim',
    { aud: ['belfry'], roles: ['x'], 'https://x.example/groups': ['admins'] },
    'groups_missing',
    'https://x.example/groups',
  ],
  ['nothing to name', { aud: ['belfry'], amr: ['pwd'] }, 'groups_missing', ''],
  ['a reference of Entra', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }, 'groups_overage', ''],
  ['a mark of Entra', { hasgroups: true }, 'groups_overage', ''],
  [
    'ids',
    { groups: ['9a2b1c00-0000-4000-8000-1234567890ab'] },
    'groups_are_ids',
    '9a2b1c00-0000-4000-8000-1234567890ab',
  ],
  ['other groups', { groups: ['staff', 'Print Admins'] }, 'groups_unknown', 'staff, "Print Admins"'],
])('a person without a role gets advice: the provider sent %s', (_, claims, about, value) => {
  expect(advice(claims)).toEqual([{ about, value }]);
});

test('a person with a role, and settings without groups, need no advice', () => {
  expect([
    advice({ groups: ['admins'] }),
    advice({ groups: ['domain ops'] }),
    advice({}, OidcSettings.parse({})),
  ]).toEqual([...[[], [], []]]);
});

test('a missing name and a user endpoint that failed are named', () => {
  const failed = failure('user_info_failed', 'HTTP 500');
  expect(adviceFor({ sub: 'u-1' }, OidcSettings.parse({}), undefined, failed)).toEqual([
    { about: 'user_info_failed', value: 'HTTP 500' },
    { about: 'name_missing', value: 'preferred_username' },
  ]);
});

test('secrets in the claims are masked, wherever they are, and the rest stays', () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1LTEifQ.c2lnbmF0dXJl';
  const secrets = {
    nonce: 'n1',
    at_hash: 'h1',
    c_hash: 'h2',
    sid: 's1',
    jti: 'j1',
    access_token: 't1',
    client_secret: 'x1',
  };
  const text = shownClaims({
    ...secrets,
    mine: token,
    deep: { list: [{ refreshToken: 'r1' }, token] },
    groups: ['admins'],
  });
  for (const secret of [...Object.values(secrets), token, 'r1']) expect(text).not.toContain(`"${secret}"`);
  expect(JSON.parse(text)).toMatchObject({ nonce: '***', mine: '***', groups: ['admins'] });
});

test('claims that are long, deep or full of control characters stay a screen of text', () => {
  let deep: object = { end: true };
  for (let i = 0; i < 50; i++) deep = { deep };
  const groups = Array.from({ length: 5000 }, (_, i) => `group ${i}`);
  const text = shownClaims({ groups, deep, bio: 'x'.repeat(100_000), name: 'a\u202eb' });
  expect(text.length).toBeLessThan(20_000);
  expect(text).toContain('… 4950 more');
  expect(text).not.toContain('\u202e');
});
