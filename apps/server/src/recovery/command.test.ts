// The commands of the machine itself, on the files a real instance left or is using.

import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { english } from '@belfry/domain/sentences/english';
import { expect, test } from 'vitest';
import { PASSWORD } from '../auth/testing/administrator.ts';
import { type Env, parseEnv } from '../config/env.ts';
import { connect } from '../contract/testing/socket.ts';
import { configuredApp, type Whole, wholeApp } from '../contract/testing/whole-app.ts';
import { openStore } from '../db/open-store.ts';
import { START } from '../db/testing/temp-store.ts';
import { systemClock } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { command } from './command.ts';

async function run(dataDir: string, words: string[], env: Env = {}): Promise<string> {
  const config = parseEnv({ BELFRY_DATA_DIR: dataDir, ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const done = await command(words, config.value);
  return done.ok ? english(done.value) : `error: ${english(done.error)}`;
}
const signIn = async (app: Whole, password: string, username = 'admin') =>
  (await app.call('POST', '/api/login', { body: { username, password } })).status;
const passwordIn = (text: string) => /Password: (\S{16})\n/.exec(text)?.[1] ?? '';
const secretsOf = async (dataDir: string) => {
  const opened = await openStore({ dataDir, clock: systemClock, log: createLogger('silent') });
  if (!opened.ok) return opened.error.code;
  const { values, lost } = opened.value.secrets.read('test');
  await opened.value.close();
  return [...values.values(), ...lost];
};

test('reset-password works while the server runs, gives access again, and ends all earlier sessions', async () => {
  const app = await configuredApp();
  const { cookies } = await app.call('POST', '/api/login', { body: { username: 'admin', password: PASSWORD } });
  const headers = { cookie: `belfry_session=${cookies.belfry_session}` };
  const text = await run(app.dataDir, ['reset-password']);
  expect(text).toMatch(/^User: +admin\nPassword: /);
  expect(await signIn(app, PASSWORD)).toBe(401);
  expect(await signIn(app, passwordIn(text))).toBe(200);
  expect((await app.call('GET', '/api/state', { headers })).status).toBe(401);
  const { json } = await app.call('GET', '/api/security/audit', { headers: { 'x-api-token': app.token } });
  expect(json.entries).toContainEqual(expect.objectContaining({ event: 'password_changed', method: 'command' }));
  expect(JSON.stringify(json)).not.toContain(passwordIn(text));
});

test('reset-password removes the lock caused by too many wrong passwords', async () => {
  const app = await configuredApp();
  for (let attempt = 0; attempt < 5; attempt++) expect(await signIn(app, 'wrong')).toBe(401);
  expect(await signIn(app, PASSWORD)).toBe(403);
  const text = await run(app.dataDir, ['reset-password']);
  expect(text).toContain('A lock after wrong passwords is lifted.');
  expect(await signIn(app, passwordIn(text))).toBe(200);
});

test('reset-password creates the first account if there is none, and the setup token becomes invalid', async () => {
  const app = await wholeApp();
  expect(app.bootstrapToken()).toMatch(/^\w{48}$/);
  const text = await run(app.dataDir, ['reset-password', 'chief']);
  expect(app.bootstrapToken()).toBe('');
  expect(await signIn(app, passwordIn(text), 'chief')).toBe(200);
});

test('reset-password with a mistyped name does not create a second account', async () => {
  const app = await configuredApp();
  expect(await run(app.dataDir, ['reset-password', 'amdin'])).toBe(
    'error: There is no account "amdin". There are: admin.',
  );
  expect(app.store.users.list().length).toBe(1);
});

test('rotate-key seals the same secrets with a new key; the old key is kept and opens nothing any more', async () => {
  const app = await configuredApp();
  await app.store.secrets.put('test', 'password', 'sealed');
  await app.stop();
  const key = path.join(app.dataDir, 'keys/belfry.key');
  const before = readFileSync(key, 'utf8');
  expect(await run(app.dataDir, ['rotate-key'])).toMatch(/^\d secrets are sealed with a new key/);
  expect(readFileSync(key, 'utf8')).not.toBe(before);
  expect(readFileSync(`${key}.old`, 'utf8')).toBe(before);
  expect(await secretsOf(app.dataDir)).toEqual(['sealed']);
  const again = await wholeApp({ dataDir: app.dataDir });
  expect(await signIn(again, PASSWORD)).toBe(200);
  await again.stop();
  writeFileSync(key, before);
  expect(await secretsOf(app.dataDir)).toBe('key_wrong');
});

test('rotate-key is refused while the server runs or if the environment has the key, and changes nothing', async () => {
  const app = await configuredApp();
  await app.store.secrets.put('test', 'password', 'sealed');
  const key = path.join(app.dataDir, 'keys/belfry.key');
  const before = readFileSync(key, 'utf8');
  expect(await run(app.dataDir, ['rotate-key'])).toMatch(/^error: Belfry is running/);
  const env = { BELFRY_ENCRYPTION_KEY: before.trim() };
  expect(await run(app.dataDir, ['rotate-key'], env)).toMatch(/^error: The key comes from BELFRY_ENCRYPTION_KEY/);
  expect([readFileSync(key, 'utf8'), existsSync(`${key}.next`)]).toEqual([before, false]);
  expect(app.store.secrets.read('test').values.get('password')).toBe('sealed');
});

test('a rotation killed before its commit has no effect; one killed after it is completed at the next start', async () => {
  const app = await configuredApp();
  await app.store.secrets.put('test', 'password', 'sealed');
  await app.stop();
  const key = path.join(app.dataDir, 'keys/belfry.key');
  writeFileSync(`${key}.next`, `${Buffer.alloc(32, 7).toString('base64')}\n`);
  expect(await secretsOf(app.dataDir)).toEqual(['sealed']);
  expect(existsSync(`${key}.next`)).toBe(false);

  await run(app.dataDir, ['rotate-key']);
  // As it was between commit and renaming.
  copyFileSync(key, `${key}.next`);
  copyFileSync(`${key}.old`, key);
  rmSync(`${key}.old`);
  expect(await secretsOf(app.dataDir)).toEqual(['sealed']);
  expect([existsSync(`${key}.next`), existsSync(`${key}.old`)]).toEqual([false, true]);
});

test('an unknown command is answered with the list of commands', async () => {
  const app = await configuredApp();
  for (const words of [['help'], ['rotate-key', 'now'], ['reset-password', 'a', 'b'], ['serve']])
    expect(await run(app.dataDir, words)).toContain('error: usage: belfry  ');
});

test('an open socket of the account closes at the next periodic check, although another process changed the password', async () => {
  const clock = fakeClock(START);
  const app = await configuredApp({ clock });
  const basic = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  const page = await connect(app, { authorization: basic });
  await run(app.dataDir, ['reset-password']);
  await clock.advance(15_000);
  expect(await page.closed).toBe(1008);
});
