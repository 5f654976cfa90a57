import { expect, test } from 'vitest';
import { type Env, parseEnv } from './env.ts';

const tls = (env: Env) => {
  const parsed = parseEnv(env);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.tls;
};
const problems = (env: Env) => {
  const parsed = parseEnv(env);
  return parsed.ok ? [] : parsed.error.map(({ variable, expected }) => `${variable}: ${expected}`);
};
const files = { BELFRY_TLS_CERT: '/c.pem', BELFRY_TLS_KEY: '/k.pem' };

test('without a certificate Belfry serves plain HTTP', () => {
  expect(tls({})).toBeUndefined();
});

test('a certificate comes from two files, or Belfry makes one for itself', () => {
  const source = { kind: 'files', certificate: '/c.pem', key: '/k.pem' };
  expect(tls(files)).toEqual({ source, redirectPort: undefined });
  expect(tls({ ...files, BELFRY_HTTP_REDIRECT_PORT: '80' })).toEqual({ source, redirectPort: 80 });
  expect(tls({ BELFRY_TLS_SELF_SIGNED: 'true' })).toEqual({ source: { kind: 'self-signed' }, redirectPort: undefined });
});

test.for<[string, Env, string]>([
  [
    'a certificate without its key',
    { BELFRY_TLS_CERT: '/c.pem' },
    'BELFRY_TLS_KEY: the path of a PEM file, because BELFRY_TLS_CERT is set',
  ],
  [
    'a key without its certificate',
    { BELFRY_TLS_KEY: '/k.pem' },
    'BELFRY_TLS_CERT: the path of a PEM file, because BELFRY_TLS_KEY is set',
  ],
  [
    'two sources of a certificate',
    { ...files, BELFRY_TLS_SELF_SIGNED: '1' },
    'BELFRY_TLS_SELF_SIGNED: nothing, because BELFRY_TLS_CERT and BELFRY_TLS_KEY are set',
  ],
  [
    'a redirect to HTTPS that nobody serves',
    { BELFRY_HTTP_REDIRECT_PORT: '80' },
    'BELFRY_HTTP_REDIRECT_PORT: nothing without BELFRY_TLS_CERT or BELFRY_TLS_SELF_SIGNED',
  ],
  [
    'a demo, whose simulated hosts report by HTTP',
    { ...files, BELFRY_DEMO: '1' },
    'BELFRY_TLS_CERT: nothing in a demo, whose hosts report by HTTP',
  ],
])('%s is refused, and the message names the variable', ([, env, problem]) => {
  expect(problems(env)).toEqual([problem]);
});
