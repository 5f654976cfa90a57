// A backup of a whole Belfry, restored by the command for the machine itself.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { english } from '@belfry/domain/sentences/english';
import { makeOwnBackup } from '@belfry/schema/http/own-backups';
import { expect, test } from 'vitest';
import { PASSWORD } from '../auth/testing/administrator.ts';
import { type Env, parseEnv } from '../config/env.ts';
import { configuredApp, type Whole, wholeApp } from '../contract/testing/whole-app.ts';
import { sealStream } from '../db/backup/sealed-stream.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { command } from './command.ts';

const PASSPHRASE = 'correct horse battery';

async function restore(file: string, dataDir: string, more: string[] = [], env: Env = {}): Promise<string> {
  const config = parseEnv({ BELFRY_BACKUP_PASSPHRASE: PASSPHRASE, ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const done = await command(['backup', 'restore', file, '--data', dataDir, ...more], config.value);
  return done.ok ? english(done.value) : `error: ${english(done.error)}`;
}

async function backedUp(
  more: Env = {},
  before: (app: Whole) => Promise<void> = async () => {},
): Promise<{ app: Whole & { token: string }; folder: string; file: string }> {
  const folder = tempDir();
  const env = { BELFRY_BACKUP_DIR: folder, BELFRY_BACKUP_PASSPHRASE: PASSPHRASE, ...more };
  const app = await configuredApp({ env });
  await app.store.secrets.put('test', 'password', 'sealed');
  await before(app);
  const { read } = await app.call('POST', '/api/system/backups', { headers: { 'x-api-token': app.token }, body: {} });
  return { app, folder, file: path.join(folder, read(makeOwnBackup.reply).file) };
}

const signIn = async (app: Whole) =>
  (await app.call('POST', '/api/login', { body: { username: 'admin', password: PASSWORD } })).status;
/** Every file below a folder with its content. */
const everything = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm') && entry.name !== 'lock.db')
    .map(({ parentPath, name }) => [name, readFileSync(path.join(parentPath, name), 'base64')]);

test('a restored Belfry has the users and the secrets but no session, and only its owner may read the backup', async () => {
  let headers = {};
  const { app, file } = await backedUp({}, async ({ call }) => {
    const { cookies } = await call('POST', '/api/login', { body: { username: 'admin', password: PASSWORD } });
    headers = { cookie: `belfry_session=${cookies.belfry_session}` };
  });
  expect((await app.call('GET', '/api/state', { headers })).status).toBe(200);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(app.dataDir).filter((name) => name.startsWith('backup-work'))).toEqual([]);

  const dataDir = path.join(tempDir(), 'new', 'data');
  expect(await restore(file, dataDir)).toMatch(/^Restored: the backup of 20\S+ by Belfry \d/);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore-'))).toEqual([]);
  expect(statSync(path.join(dataDir, 'keys/belfry.key')).mode & 0o777).toBe(0o600);
  const again = await wholeApp({ dataDir });
  expect(await signIn(again)).toBe(200);
  expect(again.store.secrets.read('test').values.get('password')).toBe('sealed');
  expect((await again.call('GET', '/api/state', { headers: { 'x-api-token': app.token } })).status).toBe(200);
  expect((await again.call('GET', '/api/state', { headers })).status).toBe(401);
});

test('a key from the environment is in the backup too', async () => {
  const key = Buffer.alloc(32, 5).toString('base64');
  const { file } = await backedUp({ BELFRY_ENCRYPTION_KEY: key });
  const dataDir = tempDir();
  expect(await restore(file, dataDir)).toContain('Restored');
  const again = await wholeApp({ dataDir });
  expect(again.store.secrets.read('test').values.get('password')).toBe('sealed');
});

test('present data is replaced only with --replace and while Belfry is stopped, and the old data is kept', async () => {
  const { app, file } = await backedUp();
  await app.store.secrets.put('test', 'password', 'later');
  expect(await restore(file, app.dataDir)).toContain('has a database. With --replace');
  expect(await restore(file, app.dataDir, ['--replace'])).toContain('Stop it first. Nothing was changed.');
  await app.stop();
  writeFileSync(path.join(app.dataDir, 'history.of.values'), 'kept');
  const key = readFileSync(path.join(app.dataDir, 'keys/belfry.key'), 'utf8');
  const [, old = ''] =
    /The data from before is in (.*)\.\n/.exec(await restore(file, app.dataDir, ['--replace'])) ?? [];
  expect(readFileSync(path.join(old, 'keys/belfry.key'), 'utf8')).toBe(key);
  expect(readFileSync(path.join(app.dataDir, 'history.of.values'), 'utf8')).toBe('kept');
  const again = await wholeApp({ dataDir: app.dataDir });
  expect(again.store.secrets.read('test').values.get('password')).toBe('sealed');
  await again.stop();
  const before = await wholeApp({ dataDir: old });
  expect(before.store.secrets.read('test').values.get('password')).toBe('later');
});

test('a wrong passphrase, a changed byte and a file that was cut off are refused with the reason, and nothing is changed', async () => {
  const { app, file, folder } = await backedUp();
  await app.stop();
  const before = everything(app.dataDir);
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 40] = (changed[bytes.length - 40] ?? 0) ^ 1;
  const bad = (name: string, content: Buffer) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const empty = path.join(tempDir(), 'empty');
  const cases: [file: string, env: Env, reason: string][] = [
    [file, { BELFRY_BACKUP_PASSPHRASE: 'correct horse batterY' }, 'The passphrase is wrong.'],
    [bad('changed', changed), {}, 'It was changed, or it is not complete.'],
    [bad('short', bytes.subarray(0, -1)), {}, 'It was changed, or it is not complete.'],
    [bad('half', bytes.subarray(0, bytes.length / 2)), {}, 'It was changed, or it is not complete.'],
    [bad('other', Buffer.from('something else')), {}, 'It is no backup of Belfry'],
  ];
  for (const [given, env, reason] of cases) {
    for (const [dir, more] of [
      [empty, []],
      [app.dataDir, ['--replace']],
    ] as const) {
      const text = await restore(given, dir, [...more], env);
      expect(text).toContain(`error: ${given} was not restored: ${reason}`);
      expect(text).toContain('Nothing was changed.');
    }
  }
  expect(everything(app.dataDir)).toEqual(before);
  expect(() => readdirSync(empty)).toThrow('ENOENT');
});

async function madeBackup(list: object, content = ''): Promise<string> {
  const file = path.join(tempDir(), 'made.belfry-backup');
  const parts: Buffer[] = [];
  const source = Readable.from([Buffer.from(`${JSON.stringify(list)}\n${content}`)]);
  await pipeline(
    source,
    createGzip(),
    sealStream(PASSPHRASE, { memory: 8, passes: 1, parallelism: 1 }),
    async (sealed) => {
      for await (const piece of sealed) parts.push(piece);
    },
  );
  writeFileSync(file, Buffer.concat(parts));
  return file;
}
const list = {
  product: 'belfry',
  format: 1,
  version: '9.9.9',
  schema: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  files: [],
};

test.for<[what: string, change: object, content: string, reason: string]>([
  ['a newer schema', { schema: 9999 }, '', 'It was made by Belfry 9.9.9, which is newer. Install that version first.'],
  ['a newer format', { format: 2 }, '', 'It was made by Belfry 9.9.9, which is newer. Install that version first.'],
  [
    'a path out of the folder',
    { files: [{ name: '../evil', sizeBytes: 1 }] },
    'x',
    'It holds "../evil", which is no file of Belfry.',
  ],
  [
    'a file twice',
    {
      files: [
        { name: 'belfry.db', sizeBytes: 1 },
        { name: 'belfry.db', sizeBytes: 1 },
      ],
    },
    'xx',
    'EEXIST',
  ],
  ['no database', {}, '', 'It holds no database.'],
  ['less than it lists', { files: [{ name: 'belfry.db', sizeBytes: 5 }] }, 'x', 'It ends before its last file.'],
  ['more than it lists', { files: [{ name: 'belfry.db', sizeBytes: 1 }] }, 'xyz', 'It holds more than its list says.'],
  [
    'a database that is none',
    { files: [{ name: 'belfry.db', sizeBytes: 3000 }] },
    'x'.repeat(3000),
    'cannot be read as a database',
  ],
])('a backup with %s is refused', async ([, change, content, reason]) => {
  const dataDir = tempDir();
  expect(await restore(await madeBackup({ ...list, ...change }, content), dataDir)).toContain(reason);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a mistake in the arguments is answered with the reason', async () => {
  const dir = tempDir();
  expect(await restore(path.join(dir, 'none'), dir)).toContain('There is no file');
  mkdirSync(path.join(dir, 'folder'));
  expect(await restore(path.join(dir, 'folder'), dir)).toContain('There is no file');
  expect(await restore('a', dir, ['--nothing'])).toContain("'--nothing'");
  expect(await restore('a', dir, ['b'])).toContain('usage: belfry backup restore');
  expect(await restore('a', dir, [], { BELFRY_BACKUP_PASSPHRASE: '' })).toContain('Give the passphrase');
});
