// The whole server on a disk that is full for SQLite.
import { randomBytes } from 'node:crypto';
import { getState } from '@belfry/schema/http/monitoring';
import { expect, test } from 'vitest';
import { PASSWORD } from '../auth/testing/administrator.ts';
import { connect } from './testing/socket.ts';
import { configuredApp } from './testing/whole-app.ts';

test('on a full disk sign-in, reports, reads and sockets work; a save answers 507, and the state has the reason', async () => {
  const app = await configuredApp();
  const { call, token, store } = app;
  const headers = { 'x-api-token': token };
  const page = await connect(app, headers);
  store.db.exec('PRAGMA max_page_count = 1');

  const save = async (n: number) =>
    (await call('POST', '/api/security/tokens', { headers, body: { name: `token ${n}`, scope: 'report' } })).status;
  const saves = new Set<number>();
  // what fits into the pages there are is still taken
  for (let n = 0; n < 100 && !saves.has(507); n++) saves.add(await save(n));
  expect([...saves]).toEqual([201, 507]);
  const signedIn = await call('POST', '/api/login', { body: { username: 'admin', password: PASSWORD } });
  expect(signedIn.status).toBe(200);
  const report = { agent: { id: 'engine-1' }, host: { hostname: 'dock1' }, containers: [] };
  expect((await call('POST', '/api/agents/docker/report', { headers, body: report })).status).toBe(200);
  const full = await page.find(({ data }) => 'serverProblems' in data && 'disk' in (data.serverProblems as object));
  expect(full.data.serverProblems).toMatchObject({ disk: { message: expect.stringContaining('the disk is full') } });
  const { status, read } = await call('GET', '/api/state', { headers });
  expect(status).toBe(200);
  expect(read(getState.reply).serverProblems).toHaveProperty('disk');
  expect(read(getState.reply).dockerHosts).toHaveLength(1);
});

test('on a full disk a report that cannot be saved is a problem that everybody sees', async () => {
  const app = await configuredApp();
  const { call, token, store } = app;
  const headers = { 'x-api-token': token };
  const page = await connect(app, headers);
  store.db.exec('PRAGMA max_page_count = 1');
  const containers = Array.from({ length: 50 }, (_, i) => ({
    ...{ id: `c${i}`, name: `web${i}`, image: 'nginx', state: 'running', status: 'Up' },
    labels: { noise: randomBytes(2000).toString('hex') },
  }));
  const report = { agent: { id: 'engine-1' }, host: { hostname: 'dock1' }, containers };
  expect((await call('POST', '/api/agents/docker/report', { headers, body: report })).status).toBe(200);
  await page.find(({ data }) => 'serverProblems' in data && 'disk' in (data.serverProblems as object));
});
