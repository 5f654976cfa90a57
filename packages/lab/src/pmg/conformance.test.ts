// The simulated mail gateway conforms to the official API schema, and behaves like real ones.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../client.ts';
import { complaints, loadEndpoints } from '../pve/schema.ts';
import { type Gateway, startMailGateway } from './gateway.ts';
import { receivers } from './quarantine.ts';
import { pmgRoutes } from './routes.ts';

const schema = path.resolve(import.meta.dirname, '../../../../../shared/proxmox-api/pmg.json');
const note = 'the official API schema is not beside this checkout';

let lab: Gateway;
beforeAll(async () => {
  lab = await startMailGateway({
    seed: 3,
    nodes: 2,
    backlog: 80,
    authDelayMs: 0,
    clock: () => Date.UTC(2026, 0, 15, 12),
  });
});
afterAll(() => lab.stop());

async function login(role: Parameters<Gateway['config']>[0] = 'audit'): Promise<Record<string, string>> {
  const { host, user, password } = lab.config(role);
  const got = await ask(host, '/access/ticket', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: user, password }).toString(),
  });
  return { cookie: `PMGAuthCookie=${encodeURIComponent(JSON.parse(got.text).data.ticket)}` };
}
const get = async (asked: string, headers?: Record<string, string>) =>
  ask(lab.config().host, asked, { headers: headers ?? (await login()) });
type Row = Record<string, unknown>;
const rows = async (asked: string): Promise<Row[]> => JSON.parse((await get(asked)).text).data;

test('every route and every parameter exists in the official schema', (ctx) => {
  if (!existsSync(schema)) return ctx.skip(note);
  const endpoints = loadEndpoints(schema);
  for (const route of pmgRoutes) {
    const official = endpoints.get(`${route.method ?? 'GET'} ${route.path}`)?.parameters.map((p) => p.name);
    expect(official, route.path).toEqual(expect.arrayContaining(Object.keys(route.params ?? {})));
  }
});

test('every answer conforms to the official schema, except the levels of spam, which are numbers', async (ctx) => {
  if (!existsSync(schema)) return ctx.skip(note);
  const endpoints = loadEndpoints(schema);
  for (const { path: template } of pmgRoutes.filter((route) => (route.method ?? 'GET') === 'GET' && !route.public)) {
    const here = template.replace('{node}', 'mail-2').replace('{queue}', 'deferred');
    const asked = template === '/quarantine/spam' ? `${here}?pmail=${receivers[0]}` : here;
    const got = await get(asked);
    const endpoint = endpoints.get(`GET ${template}`);
    if (got.status !== 200 || !endpoint) throw new Error(`${asked}: ${got.status} ${got.reason}`);
    const { data } = JSON.parse(got.text);
    const isScores = template === '/statistics/spamscores';
    const wrong = complaints(
      endpoint,
      isScores ? data.map((row: Row) => ({ ...row, level: String(row.level) })) : data,
    );
    expect({ asked, wrong }).toEqual({ asked, wrong: [] });
  }
});

test('there are no API tokens, and no call answers without a login', async () => {
  expect((await get('/version', {})).status).toBe(401);
  const token = { authorization: 'PMGAPIToken=belfry@pmg!lab:secret' };
  expect(await get('/version', token)).toMatchObject({ status: 401, text: '' });
});

test('parameters that other monitors send are refused', async () => {
  expect((await get('/statistics/mail?timeframe=day')).status).toBe(400);
  expect((await get('/statistics/mailcount?timespan=24')).status).toBe(400);
  expect((await get('/nodes/mail-1/postfix/qshape', await login('qmanager'))).status).toBe(403);
  expect((await get('/quarantine/spam')).status).toBe(400);
});

test('the queue counts of a node are texts and add up, and each mail is one row', async () => {
  const [total, ...domains] = await rows('/nodes/mail-2/postfix/qshape?queue=deferred');
  expect(total).toMatchObject({ domain: 'TOTAL', total: '87' });
  expect(domains.reduce((sum, row) => sum + Number(row.total), 0)).toBe(87);
  expect(await rows('/nodes/mail-2/postfix/queue/deferred')).toHaveLength(50);
});

test('a node that is offline has a reason and no figures', async () => {
  await lab.fault('mail-2', 'die');
  const status = await rows('/config/cluster/status');
  expect(status[1]).toMatchObject({ name: 'mail-2', conn_error: expect.any(String) });
  expect(status[1]).not.toHaveProperty('uptime');
  expect((await get('/nodes/mail-2/postfix/qshape')).status).toBe(595);
  await lab.heal('mail-2');
  expect((await rows('/config/cluster/status'))[1]).toHaveProperty('uptime');
});
