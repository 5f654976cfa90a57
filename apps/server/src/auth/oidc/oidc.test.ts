// Single sign-on against a real provider: success, and every kind of refusal.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signIn } from '../testing/administrator.ts';
import { configured } from '../testing/auth-server.ts';
import { REDIRECT, signInAt } from '../testing/identity-provider.ts';
import { begin, setUp, signInThere } from '../testing/single-sign-on.ts';
import { localPath } from './routes.ts';

const START = '/api/oidc/login';

test('success: the browser returns to its page with a session, and its role comes from the groups', async () => {
  const made = await setUp({ adminGroups: ['Admins'], operatorGroups: ['ops'] }, { groups: ['OPS', 'staff'] });
  const reply = await signInThere(made);
  expect([reply.status, reply.headers.location]).toEqual([302, '/settings?tab=security&oidc=success']);
  const cookie = Object.entries(reply.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const { json } = await made.call('GET', '/api/security/status', { headers: { cookie } });
  expect(json).toMatchObject({
    username: 'pat',
    method: 'oidc',
    role: 'operator',
    isAdmin: false,
    oidcUsername: 'pat',
  });
  const put = (token: string) =>
    made.call('PUT', '/api/probe/operator', { headers: { cookie, 'x-csrf-token': token } });
  expect([(await put('x')).status, (await put(reply.cookies.belfry_csrf ?? '')).status]).toEqual([403, 200]);
});

test('without a mapping every user is an admin; with a mapping, a user in no group is a viewer', async () => {
  const roleOf = async (settings: object) => {
    const made = await setUp(settings);
    await signInThere(made);
    return made.store.sessions.list().find((session) => session.method === 'oidc')?.role;
  };
  expect([await roleOf({}), await roleOf({ adminGroups: ['admins'] })]).toEqual(['admin', 'viewer']);
});

test.for([
  ['email_restricted', { allowedEmails: ['sam@example.test'] }, {}],
  ['email_restricted', { allowedEmails: ['pat@example.test'] }, { email_verified: false }],
  ['domain_restricted', { allowedDomains: ['@example.org'] }, {}],
  ['group_restricted', { allowedGroups: ['admins'] }, { groups: ['staff'] }],
] as const)('%s for %j and %j', async ([code, settings, claims]) => {
  const made = await setUp(settings, claims);
  const reply = await signInThere(made);
  expect(reply.headers.location).toBe(`/settings?tab=security&oidc=error&oidc_error=${code}`);
  expect(made.store.sessions.list().some((session) => session.method === 'oidc')).toBe(false);
  expect(await made.store.audit.list(1)).toMatchObject([{ event: 'oidc_login', success: false, details: code }]);
});

test('a user on every list is allowed, in any letter case', async () => {
  const lists = { allowedEmails: ['PAT@example.test'], allowedDomains: ['Example.Test'], allowedGroups: ['STAFF'] };
  const made = await setUp(lists, { groups: 'staff, other' });
  expect((await signInThere(made)).headers.location).toContain('oidc=success');
});

test('invalid_nonce when the answer belongs to another request', async () => {
  const made = await setUp();
  const reply = await signInThere(made, (url) => url.replace(/nonce=[^&]+/, 'nonce=forged'));
  expect(reply.headers.location).toContain('oidc_error=invalid_nonce');
});

test('invalid_state from another browser, for a second use, and when too late', async () => {
  const made = await setUp();
  const errorOf = async (path: string, headers: Record<string, string>) =>
    (await made.call('GET', path, { headers })).headers.location;
  const { url, headers } = await begin(made);
  const back = await signInAt(url, 'pat');
  const invalid = '/?oidc=error&oidc_error=invalid_state';
  expect(await errorOf(back, {})).toBe(invalid);
  expect(await errorOf(back, { cookie: `belfry_oidc=${'0'.repeat(64)}` })).toBe(invalid);
  expect(await errorOf(back, headers)).toBe('/?oidc=success');
  expect(await errorOf(back, headers)).toBe(invalid);
  const late = await begin(made);
  const lateBack = await signInAt(late.url, 'pat');
  await made.clock.advance(10 * 60_000);
  expect(await errorOf(lateBack, late.headers)).toBe(invalid);
});

test('missing_state, missing_code, and the error code of the provider', async () => {
  const made = await setUp();
  const location = async (path: string, headers = {}) => (await made.call('GET', path, { headers })).headers.location;
  expect(await location('/api/oidc/callback?code=x')).toBe('/?oidc=error&oidc_error=missing_state');
  const { url, headers } = await begin(made);
  expect(await location(`/api/oidc/callback?state=${new URL(url).searchParams.get('state')}`, headers)).toContain(
    'missing_code',
  );
  const again = await begin(made);
  expect(await location(await signInAt(again.url, 'pat', true), again.headers)).toContain('oidc_error=access_denied');
});

test('code_refused for an invalid code, and client_refused for a wrong client secret', async () => {
  const made = await setUp();
  const { url, headers } = await begin(made);
  const back = await signInAt(url, 'pat');
  const forged = await made.call('GET', back.replace(/code=[^&]+/, 'code=forged'), { headers });
  expect(forged.headers.location).toContain('code_refused');
  const wrong = await setUp({ clientSecret: 'wrong' });
  expect((await signInThere(wrong)).headers.location).toContain('client_refused');
});

test('invalid_signature_alg when the provider signs with HS256', async () => {
  const made = await setUp({}, {}, { client: { id_token_signed_response_alg: 'HS256' } });
  expect((await signInThere(made)).headers.location).toContain('invalid_signature_alg');
});

/** The same token for another user, with its old signature. */
const forge = (token: unknown): string => {
  const [header, payload = '', signature] = String(token).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url'), signature].join('.');
};

test.for([
  ['missing_id_token', 'there is none', () => undefined],
  ['invalid_id_token', 'its payload was changed', forge],
  ['invalid_id_token', 'it is no token', () => 'no token'],
] as const)('%s when %s', async ([code, , change]) => {
  const made = await setUp({}, {}, { tamper: (reply) => Object.assign(reply, { id_token: change(reply.id_token) }) });
  expect((await signInThere(made)).headers.location).toContain(`oidc_error=${code}`);
  expect(made.store.sessions.list().some((session) => session.method === 'oidc')).toBe(false);
});

test('invalid_claims when no claim has a name', async () => {
  const made = await setUp({}, { email: '' });
  const { url, headers } = await begin(made);
  const reply = await made.call('GET', await signInAt(url, ' '), { headers });
  expect(reply.headers.location).toContain('oidc_error=invalid_claims');
});

test('an empty redirect URL means the callback under the public address, and is refused if there is no public address', async () => {
  const publicUrl = new URL(REDIRECT).origin;
  const made = await setUp({ redirectUrl: '' }, {}, { publicUrl });
  expect((await signInThere(made)).headers.location).toContain('oidc=success');
  const { json } = await made.call('GET', '/api/security/oidc', { headers: made.admin });
  expect(json).toMatchObject({ redirectUrl: '', defaultRedirect: REDIRECT });
  const unknown = await configured({ publicUrl: '' });
  const headers = await signIn(unknown);
  const body = { enabled: true, issuerUrl: 'https://idp.example', clientId: 'b' };
  const refused = await unknown.call('PUT', '/api/security/oidc', { headers, body });
  expect([refused.status, refused.json.details]).toEqual([400, { redirectUrl: expect.any(String) }]);
});

test('a sign-in during a change of the rules gives no session under the old rules', async () => {
  const made = await setUp();
  const { url, headers } = await begin(made);
  const back = await signInAt(url, 'pat');
  const body = { allowedEmails: ['sam@example.test'] };
  const [, changed] = await Promise.all([
    made.call('GET', back, { headers }),
    made.call('PUT', '/api/security/oidc', { headers: made.admin, body }),
  ]);
  expect(changed.status).toBe(200);
  expect(made.store.sessions.list().filter(({ method }) => method === 'oidc')).toEqual([]);
});

test('session_failed when the session cannot be stored', async () => {
  const made = await setUp();
  const { url, headers } = await begin(made);
  const back = await signInAt(url, 'pat');
  await made.store.behind.refuse('sessions');
  expect((await made.call('GET', back, { headers })).headers.location).toContain('session_failed');
});

test('start: 400 when off, 502 when the provider cannot be reached; the callback is 404 when off', async () => {
  const off = await configured();
  expect((await off.call('POST', START)).json.code).toBe('oidc_disabled');
  expect((await off.call('GET', '/api/oidc/callback?state=x')).status).toBe(404);
  const made = await setUp({ issuerUrl: 'http://127.0.0.1:9' });
  const reply = await made.call('POST', START);
  expect([reply.status, reply.json.code]).toEqual([502, 'oidc_init_failed']);
});

test('settings: omitted fields stay, lists are cleaned, 400 names missing fields, and a change ends single sign-on sessions', async () => {
  const made = await setUp({ allowedGroups: [' a ', 'A', '', 'b'] });
  const put = (body: object) => made.call('PUT', '/api/security/oidc', { headers: made.admin, body });
  await signInThere(made);
  expect(made.store.sessions.list().filter((session) => session.method === 'oidc').length).toBe(0);
  expect((await put({ allowedGroups: [] })).json).toMatchObject({
    allowedGroups: [],
    clientId: 'belfry',
    clientSecretSet: true,
  });
  await signInThere(made);
  const saved = await put({ logoutUrl: 'https://idp.example/bye', clearClientSecret: true });
  expect(saved.json).toMatchObject({
    clientSecretSet: false,
    defaultRedirect: 'https://belfry.example/api/oidc/callback',
    envOverrides: {},
  });
  expect(made.store.sessions.list().some((session) => session.method === 'oidc')).toBe(false);
  const bad = await put({ issuerUrl: 'idp', clientId: '', redirectUrl: 'javascript:alert(1)' });
  const text = expect.any(String);
  expect([bad.status, bad.json.details]).toEqual([400, { issuerUrl: text, clientId: text, redirectUrl: text }]);
});

test('without any restriction, the answer says that every user of the provider becomes an administrator', async () => {
  const made = await setUp();
  const put = async (body: object) =>
    (await made.call('PUT', '/api/security/oidc', { headers: made.admin, body })).json.everybodyIsAdmin;
  const nobody = { allowedGroups: [], allowedDomains: [], allowedEmails: [], adminGroups: [], operatorGroups: [] };
  expect(await put(nobody)).toBe(true);
  expect((await made.store.audit.list(1))[0]?.details).toContain('everybody');
  for (const name of Object.keys(nobody))
    expect([name, await put({ ...nobody, [name]: ['x'] })]).toEqual([name, false]);
  expect(await put({ ...nobody, enabled: false })).toBe(false);
});

test('the environment is preferred and locks the form; an error there switches off single sign-on, not the server', async () => {
  const oidcEnv = {
    enabled: 'true',
    issuerUrl: 'https://idp.example',
    clientId: 'b',
    redirectUrl: REDIRECT,
    allowedGroups: 'a, b',
    adminGroups: '"Domain Admins", ops',
  };
  const made = await configured({ oidcEnv });
  const headers = await signIn(made);
  const { json } = await made.call('GET', '/api/security/oidc', { headers });
  expect(json).toMatchObject({
    enabled: true,
    allowedGroups: ['a', 'b'],
    adminGroups: ['Domain Admins', 'ops'],
    envOverrides: { issuerUrl: true, clientId: true },
  });
  expect((await made.call('PUT', '/api/security/oidc', { headers, body: { enabled: false } })).json.code).toBe(
    'oidc_locked',
  );
  const broken = await configured({ oidcEnv: { ...oidcEnv, issuerUrl: 'not a url' } });
  expect((await broken.call('GET', '/api/security/status')).json.oidcEnabled).toBe(false);
});

test('the page to return to is always a page of this server', () => {
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'https://evil.example',
    '/\t/evil.example',
  ]) {
    expect([path, new URL(localPath(path), 'https://belfry.example').host]).toEqual([path, 'belfry.example']);
  }
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('', '/', '//', '/\\', '/..//'), (text, start) => {
      expect(new URL(localPath(start + text), 'https://belfry.example').host).toBe('belfry.example');
    }),
  );
});

test('a name of the provider is one line without control characters, in the session and in the audit log', async () => {
  const made = await setUp({}, { preferred_username: 'pat\r\n\u001b[31m\u202eadmin\u2028' });
  await signInThere(made);
  const session = made.store.sessions.list().find(({ method }) => method === 'oidc');
  expect(session?.user).toBe('pat [31m admin');
  expect(await made.store.audit.list(1)).toMatchObject([{ event: 'oidc_login', user: 'pat [31m admin' }]);
});

test('the stored client secret goes to no other issuer: it must be entered again, or removed', async () => {
  const made = await configured();
  const headers = await signIn(made);
  const put = (body: object) => made.call('PUT', '/api/security/oidc', { headers, body });
  const issuerUrl = 'https://idp.example';
  expect(
    (await put({ enabled: true, issuerUrl, clientId: 'b', redirectUrl: REDIRECT, clientSecret: 'hush' })).status,
  ).toBe(200);
  const refused = await put({ issuerUrl: 'https://evil.example' });
  expect([refused.status, Object.keys(refused.json.details ?? {})]).toEqual([400, ['clientSecret']]);
  expect((await put({ issuerUrl, clientId: 'c' })).status).toBe(200);
  expect((await put({ issuerUrl: 'https://other.example', clientSecret: 'other' })).status).toBe(200);
});
