// Single sign-on with providers that do it in another way: how the client proves itself, where the claims are, what they refuse.
import { expect, test } from 'vitest';
import type { OnTheWay } from '../testing/openid-provider.ts';
import { setUp, signInThere } from '../testing/single-sign-on.ts';

const METADATA = '/.well-known/openid-configuration';
const USER_INFO = '/me';

/** Changes the answer of one path of the provider. */
const changing =
  (path: string, change: (context: Parameters<OnTheWay>[0]) => void): OnTheWay =>
  async (context, next) => {
    await next();
    if (context.path === path) change(context);
  };
const without = (name: string) => changing(METADATA, ({ body }) => delete (body as Record<string, unknown>)[name]);
const METHODS = 'token_endpoint_auth_methods_supported';

type Method = 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt';
const all: Method[] = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'];

test.for<[string, Method, Method[], OnTheWay | undefined]>([
  ['only Basic', 'client_secret_basic', ['client_secret_basic'], undefined],
  ['nothing, which means Basic', 'client_secret_basic', ['client_secret_basic'], without(METHODS)],
  ['only the body', 'client_secret_post', ['client_secret_post'], undefined],
  ['only a token that the secret signs', 'client_secret_jwt', ['client_secret_jwt'], undefined],
  ['all, and the client is registered for Basic', 'client_secret_basic', all, undefined],
  ['all, and the client is registered for the body', 'client_secret_post', all, undefined],
])('the client proves itself as the provider announces it: %s', async ([, method, clientAuthMethods, onTheWay]) => {
  const secret = 'a secret of 32 bytes: +/%&=: and more';
  const made = await setUp(
    { clientSecret: secret },
    {},
    {
      client: { token_endpoint_auth_method: method, client_secret: secret },
      provider: { clientAuthMethods },
      ...(onTheWay && { onTheWay }),
    },
  );
  for (let person = 0; person < 2; person++)
    expect((await signInThere(made)).headers.location).toContain('oidc=success');
});

test('a provider that takes no way that Belfry has is named with what it takes', async () => {
  const onTheWay = changing(METADATA, ({ body }) => Object.assign(body as object, { [METHODS]: ['tls_client_auth'] }));
  const made = await setUp({}, {}, { onTheWay });
  expect((await signInThere(made)).headers.location).toContain('exchange_failed');
  expect(made.lines.join()).toContain('tls_client_auth');
});

test('a refused client is told as that, with the words of the provider in the log and the audit log, and without the secret', async () => {
  const made = await setUp({ clientSecret: 'a wrong secret' });
  expect((await signInThere(made)).headers.location).toContain('oidc_error=client_refused');
  const words = 'invalid_client: client authentication failed';
  expect(await made.store.audit.list(1)).toMatchObject([{ success: false, details: `client_refused: ${words}` }]);
  expect(made.lines.join()).toContain(words);
  expect(made.lines.join()).not.toContain('a wrong secret');
});

test('a provider that repeats the secret in its words does not write it into the log', async () => {
  const words = changing('/token', ({ body }) =>
    Object.assign(body as object, { error_description: 'not a wrong one' }),
  );
  const made = await setUp({ clientSecret: 'a wrong one' }, {}, { onTheWay: words });
  await signInThere(made);
  expect(made.lines.join()).toContain('invalid_client: not ***');
});

const signed = {
  client: { userinfo_signed_response_alg: 'RS256' as const },
  provider: { features: { jwtUserinfo: { enabled: true } } },
};
const groups = { adminGroups: ['admins'] };
const roleOf = ({ store }: Awaited<ReturnType<typeof setUp>>) =>
  store.sessions.list().find((s) => s.method === 'oidc')?.role;

test.for([
  ['announced', undefined],
  ['not announced', without('userinfo_signing_alg_values_supported')],
] as const)('an answer of the user endpoint that is a signed token is verified and read: %s', async ([, onTheWay]) => {
  const made = await setUp(groups, { groups: ['admins'] }, { ...signed, ...(onTheWay && { onTheWay }) });
  expect((await signInThere(made)).headers.location).toContain('oidc=success');
  expect(roleOf(made)).toBe('admin');
});

test('a signed answer about the user that was changed gives no rights', async () => {
  const onTheWay = changing(USER_INFO, (context) => {
    const [header, payload = '', signature] = String(context.body).split('.');
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), groups: ['admins'] };
    context.body = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  });
  const made = await setUp(groups, { groups: ['staff'] }, { ...signed, onTheWay });
  expect((await signInThere(made)).headers.location).toContain('oidc_error=user_info_failed');
  expect(roleOf(made)).toBeUndefined();
});

const broken = changing(USER_INFO, (context) => {
  context.status = 500;
  context.body = {};
});

test('a user endpoint that fails refuses the sign-in where it was needed, and the log says what is missing', async () => {
  const made = await setUp(groups, { groups: ['admins'] }, { onTheWay: broken });
  expect((await signInThere(made)).headers.location).toContain('oidc_error=user_info_failed');
  expect(made.lines.join()).toContain('HTTP 500');
  expect(made.lines.join()).toContain('the ID token has no preferred_username, groups');
});

test('a user endpoint that fails is only logged where the ID token has all that the settings need', async () => {
  const made = await setUp(
    groups,
    { groups: ['admins'] },
    { onTheWay: broken, provider: { conformIdTokenClaims: false } },
  );
  expect((await signInThere(made)).headers.location).toContain('oidc=success');
  expect(roleOf(made)).toBe('admin');
  expect(made.lines.join()).toContain('HTTP 500');
});

/** The ID token with other times; they are checked before the signature. */
const at = (times: (now: number) => object) => (reply: Record<string, unknown>) => {
  const [header, payload = '', signature] = String(reply.id_token).split('.');
  const claims = {
    ...JSON.parse(Buffer.from(payload, 'base64url').toString()),
    ...times(Math.floor(Date.now() / 1000)),
  };
  reply.id_token = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
};

test.for([
  ['nbf', 'in the future', (now: number) => ({ nbf: now + 3600 })],
  ['exp', 'in the past', (now: number) => ({ exp: now - 3600 })],
] as const)('a wrong clock is told as that, with the claim %s and both times', async ([claim, side, times]) => {
  const made = await setUp({}, {}, { tamper: at(times) });
  expect((await signInThere(made)).headers.location).toContain('oidc_error=wrong_clock');
  expect(made.lines.join()).toMatch(
    new RegExp(`${claim} is 20[^ ]+Z, 3[56]\\d\\d s ${side}: the clock of Belfry says 20`),
  );
});

test('a token of another issuer is told with the expected and the received value', async () => {
  const made = await setUp({}, {}, { tamper: at(() => ({ iss: 'https://other.example' })) });
  expect((await signInThere(made)).headers.location).toContain('oidc_error=invalid_id_token');
  expect(made.lines.join()).toContain('iss is \\"https://other.example\\", expected');
});

test('an issuer that calls itself otherwise is told with the name to set', async () => {
  const rename = changing(METADATA, ({ body }) =>
    Object.assign(body as object, { issuer: 'https://id.example/realm' }),
  );
  const made = await setUp({}, {}, { onTheWay: rename });
  expect((await made.call('POST', '/api/oidc/login')).json.code).toBe('oidc_init_failed');
  expect(made.lines.join()).toContain('issuer is \\"https://id.example/realm\\", expected');
});
