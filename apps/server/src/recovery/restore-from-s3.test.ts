// A backup of a real instance in a real engine that speaks S3, restored by the command of the machine itself.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { english } from '@belfry/domain/sentences/english';
import { getOwnBackups, makeOwnBackup } from '@belfry/schema/http/own-backups';
import { expect, test } from 'vitest';
import { SECRET, startS3Engine } from '../admin/backup/s3/testing/s3-engine.ts';
import { PASSWORD } from '../auth/testing/administrator.ts';
import { type Env, parseEnv } from '../config/env.ts';
import { configuredApp, wholeApp } from '../contract/testing/whole-app.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { command } from './command.ts';

async function environment(): Promise<Env> {
  const { url, bucket, accessKeyId } = await startS3Engine();
  return {
    BELFRY_BACKUP_PASSPHRASE: 'correct horse battery',
    BELFRY_BACKUP_S3_URL: url,
    BELFRY_BACKUP_S3_BUCKET: bucket,
    BELFRY_BACKUP_S3_PREFIX: '/belfry/home/',
    BELFRY_BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BELFRY_BACKUP_S3_SECRET_ACCESS_KEY: SECRET,
  };
}

async function restore(source: string, dataDir: string, env: Env): Promise<string> {
  const config = parseEnv(env);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const done = await command(['backup', 'restore', source, '--data', dataDir], config.value);
  return done.ok ? english(done.value) : `error: ${english(done.error)}`;
}

test('a backup in a store makes a new Belfry the same, by its name and as the latest one', async () => {
  const env = await environment();
  const folder = tempDir();
  const app = await configuredApp({ env: { ...env, BELFRY_BACKUP_DIR: folder } });
  await app.store.secrets.put('test', 'password', 'sealed');
  const headers = { 'x-api-token': app.token };
  const { file } = (await app.call('POST', '/api/system/backups', { headers, body: {} })).read(makeOwnBackup.reply);
  expect(readdirSync(folder)).toEqual([file]);
  const status = (await app.call('GET', '/api/system/backups', { headers })).read(getOwnBackups.reply);
  expect(status).toMatchObject({ folder, backups: [{ file }], lastGood: { file } });
  expect(status.stores).toMatchObject([
    { kind: 'folder', place: folder, count: 1, lastGood: { file } },
    { kind: 's3', place: 's3://kept/belfry/home/', count: 1, lastGood: { file } },
  ]);
  expect(readdirSync(app.dataDir).filter((name) => name.startsWith('backup-work'))).toEqual([]);
  await app.stop();
  expect(app.log.filter((line) => /Signature=|AWS4-HMAC/.test(line))).toEqual([]);

  for (const source of [`s3:${file}`, 's3:latest']) {
    const dataDir = path.join(tempDir(), 'new');
    expect(await restore(source, dataDir, env)).toMatch(/^Restored: the backup of 20\S+ by Belfry \d/);
    const again = await wholeApp({ dataDir });
    const signedIn = await again.call('POST', '/api/login', { body: { username: 'admin', password: PASSWORD } });
    expect(signedIn.status).toBe(200);
    expect(again.store.secrets.read('test').values.get('password')).toBe('sealed');
    await again.stop();
  }

  const dataDir = path.join(tempDir(), 'never');
  const refused = (source: string, more: Env) => restore(source, dataDir, { ...env, ...more });
  expect(await refused(`s3:${file}`, { BELFRY_BACKUP_PASSPHRASE: 'another passphrase' })).toContain('is wrong.');
  expect(await refused('s3:../../etc/passwd', {})).toContain(
    `s3://kept/belfry/home/ has no such backup. The newest ones are:\n  ${file}\nNothing was changed.`,
  );
  expect(await refused('s3:latest', { BELFRY_BACKUP_S3_PREFIX: 'empty' })).toContain('There is none.\nNothing');
  expect(await refused('s3:latest', { BELFRY_BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' })).toMatch(
    /the secret key is wrong.*\nNothing was changed\.$/,
  );
  expect(await refused('s3:latest', { BELFRY_BACKUP_S3_URL: 'http://127.0.0.1:1' })).toMatch(
    /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\.\nNothing was changed\.$/,
  );
  expect(await restore('s3:latest', dataDir, { BELFRY_BACKUP_PASSPHRASE: 'correct horse battery' })).toContain(
    'Give the store in the variables BELFRY_BACKUP_S3_…',
  );
  expect(existsSync(dataDir)).toBe(false);
});
