// The monthly report over the whole server: by a real mail server, into a folder, and into the list; a place that is gone is an alert.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { verifyEvidence } from '@belfry/evidence/verify';
import { listKeptReports } from '@belfry/schema/http/kept-reports';
import { MonthlyReports } from '@belfry/schema/http/monthly-reports';
import { expect, test } from 'vitest';
import { createS3Store } from '../admin/backup/s3/s3-store.ts';
import { startS3Engine } from '../admin/backup/s3/testing/s3-engine.ts';
import type { S3Config } from '../config/backup-s3.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { systemClock } from '../lib/clock.ts';
import { mailServer } from '../notify/services/email/testing/mail-server.ts';
import { configuredApp } from './testing/whole-app.ts';

test('it arrives as an attachment and in the folder, with name and logo, verifies, and a folder that is gone is a problem until the next one', async () => {
  const folder = path.join(tempDir(), 'out');
  mkdirSync(folder);
  const env = { BELFRY_REPORT_DIR: folder, BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const { call, token, app } = await configuredApp({ env });
  const headers = { 'x-api-token': token };
  const { received, port } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const mail = { enabled: true, server: '127.0.0.1', port, startTLS: false, tls: false, from: 'belfry@example.org' };
  expect((await call('PUT', '/api/notifications/email', { headers, body: mail })).status).toBe(200);
  const body = MonthlyReports.parse({
    ...{ enabled: true, mail: true, folder: true, recipients: ['customer@example.org'], name: 'Systemhaus Nord' },
    language: 'de',
    // One pixel.
    logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  });
  expect((await call('PUT', '/api/reports/monthly', { headers, body })).status).toBe(200);
  const run = () => call('POST', '/api/reports/monthly/run', { headers, body: {} });
  expect((await run()).status).toBe(200);
  const [{ mail: got, to = [] } = { mail: undefined }] = received;
  expect([to, got?.subject]).toEqual([
    ['customer@example.org'],
    expect.stringMatching(/^Systemhaus Nord · Nachweisbericht · \d{4}-\d\d$/),
  ]);
  const content = Buffer.from((got?.attachments[0]?.content ?? new Uint8Array()) as Uint8Array);
  expect(verifyEvidence(content)).toMatchObject({ ok: true, format: 'pdf' });
  const [file = ''] = readdirSync(folder);
  expect(readFileSync(path.join(folder, file)).equals(content)).toBe(true);
  const kept = await call('GET', '/api/reports/kept', { headers });
  expect(kept.json).toMatchObject({ reports: [{ by: '', state: 'made', file }], keepDays: 400 });

  rmSync(folder, { recursive: true });
  const refused = await run();
  expect([refused.status, refused.json.error]).toEqual([
    503,
    expect.stringMatching(/could not be made or sent.*ENOENT/),
  ]);
  const problems = async () => {
    const { body: state } = await app.http.inject({ url: '/api/state', headers });
    return Object.keys(JSON.parse(state).serverProblems);
  };
  await expect.poll(problems).toContain('evidence');
  mkdirSync(folder);
  expect((await run()).status).toBe(200);
  await expect.poll(problems).not.toContain('evidence');
});

async function withS3(s3: S3Config) {
  const { call, token, app } = await configuredApp({
    env: {
      ...{ BELFRY_BACKUP_PASSPHRASE: 'correct horse battery', BELFRY_BACKUP_S3_URL: s3.url },
      ...{ BELFRY_BACKUP_S3_BUCKET: s3.bucket, BELFRY_BACKUP_S3_PREFIX: s3.prefix },
      ...{ BELFRY_BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId, BELFRY_BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
    },
  });
  const headers = { 'x-api-token': token };
  const body = MonthlyReports.parse({ enabled: true, s3: true, format: 'csv' });
  const set = await call('PUT', '/api/reports/monthly', { headers, body });
  const problems = async () =>
    Object.keys(JSON.parse((await app.http.inject({ url: '/api/state', headers })).body).serverProblems);
  return {
    ...{ set, problems, run: () => call('POST', '/api/reports/monthly/run', { headers, body: {} }) },
    kept: async () => (await call('GET', '/api/reports/kept', { headers })).read(listKeptReports.reply).reports,
  };
}

test('it is in the store of the backups below reports/, with the bytes of the list, and is none of the backups there', async () => {
  const s3 = await startS3Engine();
  const { set, run, kept, problems } = await withS3(s3);
  expect(set.json.places).toMatchObject({ s3: 's3://kept/belfry/home/reports/' });
  expect((await run()).status).toBe(200);
  const [{ file = '', sizeBytes = 0 } = {}] = await kept();
  const store = createS3Store(s3, systemClock);
  const content = await buffer(store.read(`reports/${file}`));
  expect(content).toHaveLength(sizeBytes);
  expect(verifyEvidence(content)).toMatchObject({ ok: true, format: 'csv' });
  expect(await store.list(new AbortController().signal)).toEqual([]);
  expect(await problems()).not.toContain('evidence');
});

test('a store that refuses it is said with its reason, without the secret, and is a problem of the server', async () => {
  const s3 = { ...(await startS3Engine()), secretAccessKey: 'never-shown' };
  const { run, problems } = await withS3(s3);
  const refused = await run();
  expect(refused.status).toBe(503);
  expect(refused.json.error).toMatch(/could not be made or sent.*s3:\/\/kept.*signature/i);
  expect(JSON.stringify(refused.json)).not.toContain('never-shown');
  await expect.poll(problems).toContain('evidence');
});
