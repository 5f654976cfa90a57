// What the provider said at the last sign-ins, as an administrator reads it.
import { listSignIns, SIGN_INS_KEPT } from '@belfry/schema/http/oidc-sign-ins';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { begin, setUp, signInThere } from '../testing/single-sign-on.ts';
import { createSignIns } from './sign-ins.ts';

type Made = Awaited<ReturnType<typeof setUp>>;
const signIns = async ({ call, admin }: Made) =>
  (await call('GET', listSignIns.path, { headers: admin })).read(listSignIns.reply).signIns;

test('before the first sign-in there is nothing', async () => {
  expect(await signIns(await setUp())).toEqual([]);
});

test('a sign-in is kept with its claims, the role and why, and without what is secret', async () => {
  const made = await setUp({ operatorGroups: ['Ops'] }, { groups: ['staff', 'ops'] });
  await signInThere(made);
  const [last] = await signIns(made);
  expect(last).toMatchObject({
    ...{ code: '', user: 'pat', role: 'operator', because: { by: 'operator_group', group: 'Ops' }, advice: [] },
  });
  const claims = JSON.parse(last?.claims ?? '');
  expect(claims).toMatchObject({ preferred_username: 'pat', groups: ['staff', 'ops'], nonce: '***' });
});

test('a person who gets the least role is kept with advice', async () => {
  const made = await setUp({ adminGroups: ['admins'] }, { groups: [] });
  await signInThere(made);
  expect(await signIns(made)).toMatchObject([
    { code: '', role: 'viewer', because: { by: 'no_group' }, advice: [{ about: 'groups_missing' }] },
  ]);
});

test('a refused person is kept with the reason and the claims, and has no role', async () => {
  const made = await setUp({ allowedGroups: ['admins'] }, { groups: ['staff'] });
  await signInThere(made);
  expect(await signIns(made)).toMatchObject([
    { code: 'group_restricted', role: null, because: null, advice: [{ about: 'groups_unknown', value: 'staff' }] },
  ]);
});

test('a refused client is kept with the words of the provider', async () => {
  const made = await setUp({ clientSecret: 'wrong' });
  await signInThere(made);
  const says = 'invalid_client: client authentication failed';
  expect(await signIns(made)).toMatchObject([{ code: 'client_refused', says, user: '', role: null, claims: '' }]);
});

test('a provider that cannot be reached is kept once for many attempts', async () => {
  const made = await setUp({ issuerUrl: 'http://127.0.0.1:48621' });
  for (let attempt = 0; attempt < 3; attempt++) await made.call('POST', '/api/oidc/login');
  expect(await signIns(made)).toMatchObject([
    { code: 'oidc_init_failed', says: expect.stringContaining('ECONNREFUSED') },
  ]);
});

test('what a provider refuses is kept with its words, and a stranger whom it did not send adds nothing', async () => {
  const made = await setUp();
  const { url, headers } = await begin(made);
  const state = new URL(url).searchParams.get('state');
  const back = `/api/oidc/callback?state=${state}&error=access_denied&error_description=not%20today`;
  await made.call('GET', back, { headers });
  for (const query of ['', '?code=x', '?state=x&code=x']) await made.call('GET', `/api/oidc/callback${query}`);
  expect(await signIns(made)).toMatchObject([{ code: 'access_denied', says: 'not today' }]);
});

test('only the last sign-ins are kept, the newest first; a failure that repeats itself takes one place', () => {
  const clock = fakeClock(0);
  const { note, list } = createSignIns(clock);
  const signIn = { code: '', says: '', role: null, because: null, claims: '{}', advice: [] };
  for (let person = 1; person <= SIGN_INS_KEPT + 2; person++) note({ ...signIn, user: `person ${person}` });
  for (const says of ['down', 'down', 'down', 'away'])
    note({ ...signIn, code: 'oidc_init_failed', says, claims: '', user: '' });
  expect(list().length).toBe(SIGN_INS_KEPT);
  expect(
    list()
      .slice(0, 3)
      .map(({ says, user }) => says || user),
  ).toEqual(['away', 'down', `person ${SIGN_INS_KEPT + 2}`]);
  expect(new Set(list().map(({ id }) => id)).size).toBe(SIGN_INS_KEPT);
});
