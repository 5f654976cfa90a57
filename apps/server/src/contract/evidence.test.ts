// Reports of the whole server: over a host that answers, in each form, checked as their reader checks them.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { verifyEvidence } from '@belfry/evidence/verify';
import { EvidenceReport } from '@belfry/schema/evidence/report';
import { listKeptReports, orderReport } from '@belfry/schema/http/kept-reports';
import { expect, test, vi } from 'vitest';
import { bySession } from './testing/people.ts';
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
  expect(report.tables[0]?.rows.map(([, value]) => value)).toEqual([null, null, null, null, 0]);
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

test('a report is ordered, kept, checked and deleted; a viewer reads it and orders none', async () => {
  const whole = await configuredApp();
  const [operator, viewer] = [await bySession('operator')(whole), await bySession('viewer')(whole)];
  const kept = async () =>
    (await whole.call('GET', '/api/reports/kept', { headers: viewer })).read(listKeptReports.reply);
  const body = { period: '2026-10', format: 'csv' };
  expect((await whole.call('POST', '/api/reports/kept', { headers: viewer, body })).status).toBe(403);
  const ordered = await whole.call('POST', '/api/reports/kept', { headers: operator, body });
  expect([ordered.status, ordered.read(orderReport.reply)]).toMatchObject([202, { by: 'operator', about: '' }]);
  await vi.waitFor(async () => expect((await kept()).reports).toMatchObject([{ state: 'made' }]), { timeout: 20_000 });
  const [{ id = '', file = '' } = {}] = (await kept()).reports;
  const url = `/api/reports/kept/${id}`;
  const { rawPayload, headers } = await whole.app.http.inject({ url, headers: viewer });
  expect(headers['content-disposition']).toContain(file);
  expect(verifyEvidence(rawPayload)).toMatchObject({ ok: true, format: 'csv' });
  const check = async () => (await whole.call('POST', `${url}/verify`, { headers: viewer })).json;
  expect(await check()).toEqual({ ok: true, tables: expect.any(Number) });
  const place = path.join(whole.dataDir, 'reports', `${id}.report`);
  const changed = readFileSync(place);
  changed[400] = ((changed[400] ?? 0) + 1) % 256;
  writeFileSync(place, changed);
  expect(await check()).toMatchObject({ ok: false, problem: 'content', places: [{ from: expect.any(Number) }] });
  expect((await whole.call('DELETE', url, { headers: viewer })).status).toBe(403);
  expect((await whole.call('DELETE', url, { headers: operator })).status).toBe(200);
  expect((await kept()).reports).toEqual([]);
  expect((await whole.call('GET', url, { headers: viewer })).status).toBe(404);
});

test('a saved view of the caller is a scope; one of somebody else, or of another screen, is none', async () => {
  const whole = await configuredApp();
  const [mine, other] = [await bySession('operator')(whole), await bySession('viewer')(whole)];
  const save = (screen: string, name: string) =>
    whole.call('POST', '/api/views', { headers: mine, body: { screen, name, params: { search: 'tags:web' } } });
  await save('/proxmox/overview', 'Web servers');
  await save('/docker', 'Containers');
  const ask = (scope: string, headers: Record<string, string>) =>
    whole.call('GET', `/api/reports?period=2026-10&scope=${encodeURIComponent(scope)}`, { headers });
  const made = await ask('view:Web servers', mine);
  expect(made.status).toBe(200);
  const report = EvidenceReport.parse(made.json);
  expect(report.scope).toMatchObject({ kind: 'view', name: 'Web servers' });
  expect(report.notes.map(({ id }) => id)).toContain('viewPresent');
  expect((await ask('view:Web servers', other)).status).toBe(404);
  expect((await ask('view:Containers', mine)).status).toBe(400);
});

async function signedIn() {
  const { app, token } = await configuredApp();
  return { app, asAdmin: { 'x-api-token': token } };
}
