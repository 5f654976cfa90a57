import { expect, test } from 'vitest';
import { type Env, parseEnv } from './env.ts';

const right = {
  BELFRY_BACKUP_PASSPHRASE: 'correct horse battery',
  BELFRY_BACKUP_S3_URL: 'https://store.example:9000/',
  BELFRY_BACKUP_S3_BUCKET: 'kept',
  BELFRY_BACKUP_S3_ACCESS_KEY_ID: 'key',
  BELFRY_BACKUP_S3_SECRET_ACCESS_KEY: 'never-shown',
};
const problems = (env: Env) => {
  const parsed = parseEnv({ ...right, ...env });
  return parsed.ok ? [] : parsed.error.map(({ variable, expected, found }) => `${variable}: ${expected}: ${found}`);
};
const s3 = (env: Env, read?: (path: string) => string) => {
  const parsed = parseEnv({ ...right, ...env }, read);
  return parsed.ok ? parsed.value.backup.s3 : parsed.error;
};

test('a store needs an address, a bucket and a key; the secret can be in a file', () => {
  const whole = {
    ...{ url: 'https://store.example:9000', bucket: 'kept', prefix: '', region: 'us-east-1' },
    ...{ accessKeyId: 'key', secretAccessKey: 'never-shown', isBucketInHost: false },
  };
  expect(s3({})).toEqual(whole);
  expect(s3({ BELFRY_BACKUP_S3_PREFIX: '/a/b.c/', BELFRY_BACKUP_S3_BUCKET_IN_HOST: 'true' })).toEqual({
    ...whole,
    ...{ prefix: 'a/b.c/', isBucketInHost: true },
  });
  const file = { BELFRY_BACKUP_S3_SECRET_ACCESS_KEY: '', BELFRY_BACKUP_S3_SECRET_ACCESS_KEY_FILE: '/secret' };
  expect(s3(file, (path) => (path === '/secret' ? 'of a file\n' : ''))).toMatchObject({ secretAccessKey: 'of a file' });
  const none = Object.fromEntries(Object.keys(right).map((name) => [name, '']));
  expect(s3(none)).toBeUndefined();
});

test.for(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])(
  '%s is this machine itself',
  (url) => {
    expect(s3({ BELFRY_BACKUP_S3_URL: url })).toMatchObject({ url });
  },
);

test.for([
  'http://store.example',
  'http://127.0.0.1.example',
  'https://user:never-shown@store.example',
  'https://store.example/?never-shown',
  'ftp://store.example',
  'store.example',
])('%s is refused without being shown', (url) => {
  const found = problems({ BELFRY_BACKUP_S3_URL: url });
  expect(found).toEqual([expect.stringMatching(/^BELFRY_BACKUP_S3_URL: an address that starts with https:/)]);
  expect(found.join()).not.toContain('never-shown');
});

test('http to another machine needs a word of its own', () => {
  const url = 'http://nas.example:9000';
  expect(s3({ BELFRY_BACKUP_S3_URL: url, BELFRY_BACKUP_S3_ALLOW_HTTP: 'true' })).toMatchObject({ url });
});

test.for([
  [{ BELFRY_BACKUP_S3_BUCKET: 'a/b' }, 'BELFRY_BACKUP_S3_BUCKET'],
  [{ BELFRY_BACKUP_S3_BUCKET: '..' }, 'BELFRY_BACKUP_S3_BUCKET'],
  [{ BELFRY_BACKUP_S3_BUCKET: '' }, 'BELFRY_BACKUP_S3_BUCKET'],
  [{ BELFRY_BACKUP_S3_URL: '' }, 'BELFRY_BACKUP_S3_URL'],
  [{ BELFRY_BACKUP_S3_PREFIX: '../up' }, 'BELFRY_BACKUP_S3_PREFIX'],
  [{ BELFRY_BACKUP_S3_PREFIX: 'a//b' }, 'BELFRY_BACKUP_S3_PREFIX'],
  [{ BELFRY_BACKUP_S3_REGION: 'a b' }, 'BELFRY_BACKUP_S3_REGION'],
  [{ BELFRY_BACKUP_S3_ACCESS_KEY_ID: '' }, 'BELFRY_BACKUP_S3_ACCESS_KEY_ID'],
  [{ BELFRY_BACKUP_S3_SECRET_ACCESS_KEY: '' }, 'BELFRY_BACKUP_S3_SECRET_ACCESS_KEY'],
  [{ BELFRY_BACKUP_PASSPHRASE: 'short' }, 'BELFRY_BACKUP_PASSPHRASE'],
] as const)('%o is refused', ([wrong, variable]) => {
  const found = problems(wrong);
  expect(found[0]).toMatch(new RegExp(`^${variable}: `));
  expect(found.join()).not.toContain('never-shown');
});
