// Reports of the whole server: over a host that answers, in each form, checked as their reader checks them.
import { verifyEvidence } from '@belfry/evidence/verify';
import { EvidenceReport } from '@belfry/schema/evidence/report';
import { expect, test } from 'vitest';
import { configuredApp } from './testing/whole-app.ts';

const at = (query: string) => `/api/reports?period=2026-10${query}`;

test.each(['json', 'csv', 'pdf'])('a report as %s can be verified with the key of the server', async (format) => {
  const { app, asAdmin } = await signedIn();
  const key = await app.http.inject({ url: '/api/reports/key', headers: asAdmin });
  const { publicKey } = key.json();
  expect(publicKey).toMatch(/^[0-9a-f]{64}$/);
  const { statusCode, rawPayload, headers } = await app.http.inject({ url: at(`&format=${format}`), headers: asAdmin });
  expect(statusCode).toBe(200);
  expect(headers['content-disposition']).toContain('belfry-report-2026-10.');
  expect(verifyEvidence(rawPayload, publicKey)).toMatchObject({ ok: true, format });
});

test('a period before Belfry knew anything is said, and no number is 100 %', async () => {
  const { app, asAdmin } = await signedIn();
  const { body } = await app.http.inject({ url: '/api/reports?period=2020-01', headers: asAdmin });
  const report = EvidenceReport.parse(JSON.parse(body));
  expect(report.notes.map(({ id }) => id)).toEqual(expect.arrayContaining(['emptyScope', 'beforeBelfry']));
  expect(report.tables[0]?.rows.map(([, value]) => value)).toEqual([null, null, 0, 0, 0]);
});

test.each([
  ['/api/reports', 400],
  ['/api/reports?period=2026-13', 400],
  ['/api/reports?period=2026-10&format=docx', 400],
  ['/api/reports?period=2026-10&scope=site:nowhere', 404],
  ['/api/reports?period=2026-10&scope=everything', 404],
])('%s is refused with %i', async (url, status) => {
  const { app, asAdmin } = await signedIn();
  const { statusCode, body } = await app.http.inject({ url, headers: asAdmin });
  expect(statusCode).toBe(status);
  expect(JSON.parse(body).error).toBeTruthy();
});

async function signedIn() {
  const { app, token } = await configuredApp();
  return { app, asAdmin: { 'x-api-token': token } };
}
