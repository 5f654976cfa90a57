// The simulated backup server conforms to the official API schema, and behaves like real ones.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../client.ts';
import { complaints, loadEndpoints } from '../pve/schema.ts';
import { pbsRoutes } from './routes.ts';
import { type BackupServer, startBackupServer } from './server.ts';

const schema = path.resolve(import.meta.dirname, '../../../../../shared/proxmox-api/pbs.json');
const note = 'the official API schema is not beside this checkout';
const now = Date.UTC(2026, 0, 15, 12);

let lab: BackupServer;
beforeAll(async () => {
  lab = await startBackupServer({ seed: 3, snapshots: 600, authDelayMs: 0, clock: () => now });
});
afterAll(() => lab.stop());

const token = (role: Parameters<BackupServer['config']>[0] = 'audit') => {
  const { tokenName, tokenValue } = lab.config(role);
  return { authorization: `PBSAPIToken=${tokenName}:${tokenValue}` };
};
const get = (asked: string, headers: Record<string, string> = token()) => ask(lab.config().host, asked, { headers });
type Row = Record<string, unknown>;
const rows = async (asked: string): Promise<Row[]> => JSON.parse((await get(asked)).text).data;

test('every route and every parameter exists in the official schema', (ctx) => {
  if (!existsSync(schema)) return ctx.skip(note);
  const endpoints = loadEndpoints(schema);
  for (const route of pbsRoutes(4.1)) {
    const official = endpoints.get(`${route.method ?? 'GET'} ${route.path}`)?.parameters.map((p) => p.name);
    expect(official, route.path).toEqual(expect.arrayContaining(Object.keys(route.params ?? {})));
  }
});

/** If the schema does not match real servers, these functions convert an answer to the format of the schema. */
const asDescribed: Record<string, (row: Row) => Row> = {
  '/admin/datastore/{store}/snapshots': (row) => ({ ...row, files: (row.files as Row[]).map((f) => f.filename) }),
  '/status/datastore-usage': ({ history, ...row }) => ({
    ...row,
    ...(Array.isArray(history) && { history: history.filter((value) => value !== null) }),
  }),
};

test('every answer conforms to the official schema, where that is right about real servers', async (ctx) => {
  if (!existsSync(schema)) return ctx.skip(note);
  const endpoints = loadEndpoints(schema);
  const questions = pbsRoutes(4.1).filter(({ method = 'GET', path }) => method === 'GET' && !path.includes('{upid}'));
  for (const { path: template, params = {} } of questions) {
    const frame = 'timeframe' in params ? '?timeframe=hour&cf=AVERAGE' : '';
    const asked = template.replace('{store}', 'main').replace('{node}', 'localhost') + frame;
    const got = await get(asked);
    const endpoint = endpoints.get(`GET ${template}`);
    if (got.status !== 200 || !endpoint) throw new Error(`${asked}: ${got.status} ${got.text}`);
    // The schema says null where nobody has described the answer.
    if (endpoint.returns?.type === 'null') continue;
    const { data } = JSON.parse(got.text);
    const correct = asDescribed[template];
    const wrong = complaints(endpoint, correct ? data.map(correct) : data);
    expect({ asked, wrong }).toEqual({ asked, wrong: [] });
  }
});

test('a call without a login, with a wrong secret or with the header of another product is refused', async () => {
  const { tokenName, tokenValue } = lab.config();
  for (const headers of [
    {},
    { authorization: `PBSAPIToken=${tokenName}:wrong` },
    { authorization: `PVEAPIToken=${tokenName}=${tokenValue}` },
    { authorization: `PBSAPIToken=${tokenName}=${tokenValue}` },
    { cookie: 'PBSAuthCookie=PBS:belfry@pbs:00000000::x' },
  ] as Record<string, string>[])
    expect((await get('/version', headers)).status).toBe(401);
});

test('a password gives a ticket that is valid for two hours', async () => {
  const { user, password } = lab.config();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const login = (secret: string) =>
    ask(lab.config().host, '/access/ticket', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ username: user, password: secret }).toString(),
    });
  expect((await login('wrong')).status).toBe(401);
  const { ticket } = JSON.parse((await login(password)).text).data;
  expect((await get('/version', { cookie: `PBSAuthCookie=${encodeURIComponent(ticket)}` })).status).toBe(200);
});

test('refusals are plain text: a wrong parameter, a broken or missing datastore, a missing privilege', async () => {
  for (const [asked, status, words] of [
    ['/admin/sync?fresh=1', 400, /fresh/],
    ['/admin/datastore/nowhere/groups', 400, /no such datastore/],
    ['/admin/datastore/broken/groups', 400, /unable to open chunk store/],
    ['/admin/datastore/main/groups?ns=nowhere', 400, /^ENOENT/],
    ['/elsewhere', 404, /not found/],
  ] as const) {
    const got = await get(asked);
    expect({ asked, status: got.status }).toEqual({ asked, status });
    expect(got.text).toMatch(words);
  }
  expect((await get('/nodes/localhost/status', token('datastores'))).status).toBe(403);
  expect(JSON.parse((await get('/status/datastore-usage', token('none'))).text).data).toEqual([
    { store: 'usb', 'backend-type': 'filesystem', 'mount-status': 'notmounted' },
  ]);
});

test('there are snapshots in every state, unsorted; a namespace is listed only when the call names it', async () => {
  const root = await rows('/admin/datastore/main/snapshots');
  const deep = await rows('/admin/datastore/main/snapshots?ns=dc/tier1/db');
  expect(deep.length).toBeGreaterThan(0);
  expect(root.length + deep.length).toBeLessThan(600);
  const states = new Set(root.map((s) => (s.verification as { state?: string } | undefined)?.state));
  expect(states).toEqual(new Set(['ok', 'failed', undefined]));
  const times = root.map((s) => Number(s['backup-time']));
  expect(times).not.toEqual(times.toSorted((a, b) => b - a));
  const [group] = lab.groups('main');
  if (!group) throw new Error('the seed makes no group');
  lab.backUp(group);
  const running = (await rows('/admin/datastore/main/snapshots')).filter((s) => s.size === undefined);
  expect(running).toHaveLength(1);
});

/** The recorded answers of a 4.2.3, and the call to the lab for each. */
const recorded: readonly [file: string, asked: string][] = [
  ['access-permissions', '/access/permissions'],
  ['admin-datastore', '/admin/datastore'],
  ['admin-datastore-store1-groups', '/admin/datastore/main/groups'],
  ['admin-datastore-store1-namespace', '/admin/datastore/main/namespace'],
  ['admin-prune', '/admin/prune'],
  ['admin-sync-sync-direction-all', '/admin/sync?sync-direction=all'],
  ['admin-verify', '/admin/verify'],
  ['nodes-localhost-status', '/nodes/localhost/status'],
  ['status-datastore-usage', '/status/datastore-usage'],
  ['version', '/version'],
];
const fixtures = path.resolve(import.meta.dirname, '../../../../../shared/fixtures/pbs');
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);
/** Keys that depend on the configuration of a server and on its past tasks. */
const CONFIGURED = /^(?:\/|comment|keep-|last-run-|next-run)/;
/** The types of the values by key, and the keys that every row has. */
function shapeOf(data: unknown) {
  const all: Row[] = Array.isArray(data) ? data : [data as Row];
  const keys = [...new Set(all.flatMap(Object.keys))];
  return {
    kinds: new Map(keys.map((key) => [key, new Set(all.filter((row) => key in row).map((row) => kindOf(row[key])))])),
    always: keys.filter((key) => all.every((row) => key in row)),
  };
}

test.for(recorded)('%s has the shape that a real server gives it', async ([file, asked], ctx) => {
  const at = path.join(fixtures, `pbs42-own-${file}.json`);
  if (!existsSync(at)) return ctx.skip('the recorded answers are not beside this checkout');
  const real = shapeOf(JSON.parse(readFileSync(at, 'utf8')).data);
  const own = shapeOf(JSON.parse((await get(asked)).text).data);
  expect(own.always).toEqual(expect.arrayContaining(real.always.filter((key) => !CONFIGURED.test(key))));
  for (const [key, kinds] of own.kinds)
    if (real.kinds.has(key)) expect([key, [...kinds]]).toEqual([key, [...(real.kinds.get(key) ?? [])]]);
});

test('every list comes in another order at every call, and is the same list', async () => {
  for (const asked of ['/status/datastore-usage', '/admin/datastore', '/admin/gc', '/admin/datastore/main/snapshots']) {
    const lists = await Promise.all(Array.from({ length: 8 }, () => rows(asked)));
    const texts = lists.map((list) => list.map((row) => JSON.stringify(row)));
    expect(new Set(texts.map((list) => list.join())).size, asked).toBeGreaterThan(1);
    expect(new Set(texts.map((list) => list.toSorted().join())).size, asked).toBe(1);
  }
});

test('only the ticket shows that a second factor is needed, and no call accepts a partial ticket', async () => {
  const guarded = await startBackupServer({
    seed: 3,
    snapshots: 60,
    authDelayMs: 0,
    clock: () => now,
    secondFactor: true,
  });
  const { user, password, host } = guarded.config();
  const body = new URLSearchParams({ username: user, password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { ticket, CSRFPreventionToken } = JSON.parse(
    (await ask(host, '/access/ticket', { method: 'POST', headers, body })).text,
  ).data;
  expect(ticket).toMatch(/^PBS:!tfa!/);
  expect(CSRFPreventionToken).toBe('invalid');
  const cookie = `PBSAuthCookie=${encodeURIComponent(ticket)}`;
  expect((await ask(host, '/version', { headers: { cookie } })).status).toBe(401);
  await guarded.stop();
});

test('the same seed and time give the same server', async () => {
  const again = await startBackupServer({ seed: 3, snapshots: 600, authDelayMs: 0, clock: () => now });
  expect(again.groups('main', 'dc')).toEqual(lab.groups('main', 'dc'));
  await again.stop();
});
