// The monthly report over the whole server: by a real mail server, into a folder, and into the list; a place that is gone is an alert.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { verifyEvidence } from '@belfry/evidence/verify';
import { MonthlyReports } from '@belfry/schema/http/monthly-reports';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
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
