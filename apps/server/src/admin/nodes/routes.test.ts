import { expect, test } from 'vitest';
import { tempStore } from '../../db/testing/temp-store.ts';
import { createMount } from '../../http/mount.ts';
import { createServer } from '../../http/server.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { startTlsServer } from '../../sources/testing/tls-server.ts';
import { certificateHere } from './check.ts';
import { createNodes } from './nodes.ts';
import { nodeRoutes } from './routes.ts';
import { fakeConnect, noClusters, twoNodes } from './testing/fake-api.ts';

type Role = 'viewer' | 'admin';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function setUp(answers: Record<string, unknown> = twoNodes) {
  const clock = fakeClock(5000);
  const { connect } = fakeConnect(answers);
  const live = { instance: () => undefined, node: () => undefined, hasTemperature: () => false };
  const nodes = createNodes({
    store: await tempStore({ clock }),
    live,
    ...noClusters,
    announce() {},
    clock,
  });
  const app = createServer(createLogger('silent'));
  const mount = createMount(app, async (request) => {
    const role = request.headers['x-role'] as Role | undefined;
    return role && { name: 'somebody', roles: role === 'admin' ? ['viewer', 'admin'] : ['viewer'] };
  });
  nodeRoutes(mount, {
    ...{ nodes, ...noClusters, connect, clock, certificateOf: certificateHere(clock) },
    siteProblem: () => undefined,
    async audited() {},
  });
  return async (method: Method, path: string, body?: object, role: Role | undefined = 'admin') => {
    const headers = role ? { 'x-role': role } : {};
    const reply = await app.inject({
      method,
      url: `/api/config/nodes${path}`,
      headers,
      ...(body && { payload: body }),
    });
    return { status: reply.statusCode, body: reply.json() };
  };
}
const node = { type: 'pve', name: 'pve1', host: 'pve1', tokenName: 'm@pam!t', tokenValue: 'v' };

test('201: the added node comes back with its id', async () => {
  const call = await setUp();
  const added = await call('POST', '', node);
  expect(added).toMatchObject({ status: 201, body: { status: 'success', node: { name: 'pve1', status: 'pending' } } });
  expect(await call('GET', '', undefined, 'viewer')).toEqual({ status: 200, body: [added.body.node] });
});

test('200: update, delete and test by id', async () => {
  const call = await setUp();
  const { id } = (await call('POST', '', node)).body.node;
  expect(await call('PUT', `/${id}`, { name: 'x' })).toMatchObject({ status: 200, body: { node: { id, name: 'x' } } });
  expect(await call('POST', `/${id}/test`)).toMatchObject({
    status: 200,
    body: { status: 'success', isCluster: true },
  });
  expect(await call('DELETE', `/${id}`)).toEqual({ status: 200, body: { status: 'success' } });
  expect((await call('GET', '')).body).toEqual([]);
});

test('200: both names of the connection test', async () => {
  const call = await setUp();
  for (const path of ['/test-connection', '/test-config'])
    expect(await call('POST', path, node)).toMatchObject({ status: 200, body: { isCluster: true, latency: 0 } });
});

test('400: every refused field is named, in the exact words', async () => {
  const call = await setUp();
  const details = async (body: object) => {
    const reply = await call('POST', '', body);
    expect(reply.status).toBe(400);
    return Object.values(reply.body.details)[0];
  };
  expect(await details({ ...node, host: '' })).toBe('Host is required');
  expect(await details({ type: 'pve', host: 'h' })).toBe('Username and password are required');
  expect(await details({ type: 'pve', host: 'h', tokenName: 'a' })).toBe('Token ID and token value are required');
  expect(await details({ ...node, colour: 1 })).toBe('unknown field');
  expect(await details({ ...node, type: 'esx' })).toContain('pve, pbs, pmg');
  expect(await details({ ...node, host: '$(reboot)' })).toContain('is not the address of a host');
});

test('400: a failed test has the reason, in both fields error and message', async () => {
  const call = await setUp({ '/nodes': { kind: 'unreachable', message: 'pve1 cannot be reached' } });
  const body = { error: 'pve1 cannot be reached', message: 'pve1 cannot be reached', status_code: 400 };
  expect(await call('POST', '/test-connection', node)).toMatchObject({ status: 400, body });
});

test('401 without a sign-in and 403 for a viewer, on every call that changes something or connects to a host', async () => {
  const call = await setUp();
  const calls: [Method, string][] = [
    ['POST', ''],
    ['PUT', '/x'],
    ['DELETE', '/x'],
    ['POST', '/test-connection'],
    ['POST', '/test-config'],
    ['POST', '/x/test'],
  ];
  for (const [method, path] of calls) {
    expect((await call(method, path, node, 'viewer')).status).toBe(403);
    const app = await setUp();
    expect((await app(method, path, node, '' as Role)).status).toBe(401);
  }
});

test('404: Node not found', async () => {
  const call = await setUp();
  for (const [method, path] of [
    ['PUT', '/x'],
    ['DELETE', '/x'],
    ['POST', '/x/test'],
  ] as const)
    expect(await call(method, path, method === 'PUT' ? {} : undefined)).toMatchObject({
      status: 404,
      body: { error: 'Node not found', code: 'not_found' },
    });
});

test('409: a duplicate name or address', async () => {
  const call = await setUp();
  await call('POST', '', node);
  expect(await call('POST', '', node)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await call('POST', '', { ...node, name: 'other' })).body.error).toBe(
    'https://pve1:8006 is already watched as "pve1".',
  );
});

test('the certificate of a host: 200 with its fingerprint; 400 for no address, a silent port, and anything but type and host', async () => {
  const call = await setUp();
  await using server = await startTlsServer(() => {});
  const ask = (body: object, role?: Role) => call('POST', '/certificate', body, role);
  expect(await ask({ type: 'pve', host: server.origin })).toMatchObject({
    status: 200,
    body: { fingerprint: server.certificate.fingerprint, flaw: 'unknown-authority' },
  });
  for (const host of ['http://pve1', 'ftp://pve1', 'user:secret@pve1', 'pve 1', 'file:///etc/passwd', '\r\nHost: x'])
    expect([host, (await ask({ type: 'pve', host })).status]).toEqual([host, 400]);
  expect((await ask({ type: 'pve', host: server.origin, path: '/' })).status).toBe(400);
  expect((await ask({ type: 'pve', host: server.origin }, 'viewer')).status).toBe(403);
  expect(server.requests).toEqual([]);
  await server.stop();
  const gone = await ask({ type: 'pve', host: server.origin });
  expect([gone.status, gone.body.error]).toEqual([400, expect.stringContaining('cannot be reached')]);
});

test('a host without a name gets the name of its cluster, of its node, or of its address, in this order', async () => {
  const { name: _, ...unnamed } = node;
  const nameWith = async (answers: Record<string, unknown>) => {
    const call = await setUp(answers);
    return (await call('POST', '', unnamed)).body.node.name;
  };
  expect(await nameWith(twoNodes)).toBe('dc');
  expect(await nameWith({ '/nodes': [{ node: 'attic' }], '/cluster/status': [] })).toBe('attic');
  expect(await nameWith({ '/nodes': [{ node: 'a\u0007' }], '/cluster/status': [] })).toBe('pve1');
  expect(await nameWith({})).toBe('pve1');
  const call = await setUp(twoNodes);
  expect((await call('POST', '', node)).body.node.name).toBe('pve1');
  expect((await call('POST', '', { ...unnamed, host: 'other', name: 'dc' })).body.node.name).toBe('dc');
  expect((await call('POST', '', { ...unnamed, host: 'third' })).body.node.name).toBe('third');
});
