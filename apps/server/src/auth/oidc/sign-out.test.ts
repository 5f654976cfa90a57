// Signing out at the provider too, so that the browser comes back.
import { expect, test } from 'vitest';
import { REDIRECT } from '../testing/identity-provider.ts';
import { setUp, signInThere } from '../testing/single-sign-on.ts';

const START_PAGE = 'http://belfry.test/';

type Made = Awaited<ReturnType<typeof setUp>>;

async function signOut(made: Made): Promise<string> {
  const { cookies } = await signInThere(made);
  const cookie = Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ');
  const headers = { cookie, 'x-csrf-token': cookies.belfry_csrf ?? '' };
  return String((await made.call('POST', '/api/logout', { headers })).json.logoutUrl ?? '');
}
const setLogout = (made: Made, logoutUrl: string) =>
  made.call('PUT', '/api/security/oidc', { headers: made.admin, body: { logoutUrl } });

test('the page that the provider announces gets who signs out and where to come back, and the provider accepts it', async () => {
  const made = await setUp({}, {}, { client: { post_logout_redirect_uris: [START_PAGE] } });
  await setLogout(made, `${made.issuer}/session/end`);
  const url = new URL(await signOut(made));
  expect(url.pathname).toBe('/session/end');
  expect(url.searchParams.get('client_id')).toBe('belfry');
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(START_PAGE);
  const [, payload = ''] = (url.searchParams.get('id_token_hint') ?? '').split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ sub: 'pat', aud: 'belfry' });
  expect(REDIRECT.startsWith(START_PAGE)).toBe(true);
  expect((await fetch(url)).status).toBe(200);
});

test('parameters that an administrator set stay', async () => {
  const made = await setUp();
  await setLogout(made, `${made.issuer}/session/end?post_logout_redirect_uri=https%3A%2F%2Fportal.example%2F`);
  const { searchParams } = new URL(await signOut(made));
  expect(searchParams.getAll('post_logout_redirect_uri')).toEqual(['https://portal.example/']);
});

test('another page gets nothing, and without one the browser stays', async () => {
  const made = await setUp();
  expect(await signOut(made)).toBe('');
  await setLogout(made, 'https://portal.example/bye?x=1');
  expect(await signOut(made)).toBe('https://portal.example/bye?x=1');
});

test('somebody who signed in with a password does not go to the provider', async () => {
  const made = await setUp();
  await setLogout(made, `${made.issuer}/session/end`);
  expect((await made.call('POST', '/api/logout', { headers: made.admin })).json.logoutUrl).toBeUndefined();
});
