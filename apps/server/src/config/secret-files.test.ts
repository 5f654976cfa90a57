import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { parseEnv } from './env.ts';

const read = (path: string): string => {
  if (path === '/run/secrets/key') return 'from a file\n';
  throw Object.assign(new Error(), { code: 'ENOENT' });
};

test('a variable can come from a file, without the line break at its end', () => {
  const parsed = parseEnv({ BELFRY_ENCRYPTION_KEY_FILE: '/run/secrets/key' }, read);
  expect(parsed).toMatchObject({ ok: true, value: { access: { encryptionKey: 'from a file' } } });
});

test('a file that cannot be read and a variable that is set twice are refused, and the content is in no message', () => {
  const parsed = parseEnv(
    {
      BELFRY_ENCRYPTION_KEY_FILE: '/nowhere',
      BELFRY_PROXY_AUTH_SECRET: 'hush',
      BELFRY_PROXY_AUTH_SECRET_FILE: '/run/secrets/key',
    },
    read,
  );
  expect(parsed).toEqual({
    ok: false,
    error: [
      {
        variable: 'BELFRY_ENCRYPTION_KEY_FILE',
        expected: 'the path of a file that Belfry may read',
        found: '"/nowhere" (ENOENT)',
      },
      {
        variable: 'BELFRY_PROXY_AUTH_SECRET_FILE',
        expected: 'nothing, because BELFRY_PROXY_AUTH_SECRET is set',
        found: '"/run/secrets/key"',
      },
    ],
  });
});

test('the configuration file is named, and is no secret', () => {
  expect(parseEnv({ BELFRY_CONFIG_FILE: '/etc/belfry/belfry.yaml' }, read)).toMatchObject({
    ok: true,
    value: { configFile: '/etc/belfry/belfry.yaml' },
  });
  expect(parseEnv({}, read)).toMatchObject({ ok: true, value: { configFile: undefined } });
});

test('a link to a file is read, as Kubernetes makes them; a pipe, a device, a folder and a huge file are refused and hold nothing', () => {
  const folder = tempDir();
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at('file'), 'hush\n');
  symlinkSync('file', at('link'));
  expect(parseEnv({ BELFRY_ENCRYPTION_KEY_FILE: at('link') })).toMatchObject({
    value: { access: { encryptionKey: 'hush' } },
  });
  execFileSync('mkfifo', [at('pipe')]);
  writeFileSync(at('huge'), Buffer.alloc((1 << 20) + 1));
  for (const file of [at('pipe'), '/dev/zero', folder, at('huge')]) {
    expect(parseEnv({ BELFRY_ENCRYPTION_KEY_FILE: file })).toMatchObject({
      error: [{ variable: 'BELFRY_ENCRYPTION_KEY_FILE' }],
    });
    expect(parseEnv({ BELFRY_NODES: `@${file}` })).toMatchObject({ error: [{ variable: 'BELFRY_NODES' }] });
  }
});
