import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type EngineServer, engineServer } from '../testing/engine-server.ts';
import { connect, type Engine } from './engine.ts';

const reach = (server: EngineServer, timeoutMs?: number): Engine => {
  const engine = connect(server.socket, timeoutMs);
  if (!engine.ok) throw new Error(engine.error);
  return engine.value;
};

test('the agent calls the engine only with GET', async () => {
  await using server = await engineServer((url) => ({ url }));
  const engine = reach(server);
  expect(await engine.get('/version')).toEqual({ ok: true, value: { url: '/version' } });
  await engine.get('/v1.41/containers/json?all=true');
  await engine.get('/v1.41/containers/abc/stats?stream=false&one-shot=true');
  expect(server.asked).toEqual([
    'GET /version',
    'GET /v1.41/containers/json?all=true',
    'GET /v1.41/containers/abc/stats?stream=false&one-shot=true',
  ]);
});

test.for([
  '/containers/abc/logs',
  '/containers/abc/export',
  '/containers/abc/archive?path=/etc',
  '/containers/abc/attach/ws',
  '/containers/../images/x/json',
  '/containers/../json',
  '/containers/a/json?x=/containers/a/json',
  '/containers/abc/stats',
  '/events',
])('%s is never called, although it is a GET', async (url) => {
  await using server = await engineServer(() => ({}));
  expect(() => reach(server).get(url)).toThrow('does not ask');
  expect(server.asked).toEqual([]);
});

test('an engine that is unreachable, refuses, sends nonsense, hangs or stops in the middle of an answer is an error with a reason', async () => {
  await using server = await engineServer((url) => {
    if (url === '/version') return (response: ServerResponse) => response.end('<html>');
    if (url === '/info') return () => {};
    if (url === '/containers/a/json') {
      return (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Length': 1000 });
        response.write('{', () => response.destroy());
      };
    }
    return undefined;
  });
  const engine = reach(server, 200);
  expect(await engine.get('/version')).toMatchObject({ error: { kind: 'bad-payload' } });
  expect(await engine.get('/info')).toMatchObject({ error: { kind: 'timeout' } });
  expect(await engine.get('/containers/a/json')).toMatchObject({ ok: false });
  expect(await engine.get('/containers/b/json')).toMatchObject({ error: { kind: 'status', status: 404 } });

  const nowhere = connect('/nonexistent.sock');
  if (!nowhere.ok) throw new Error(nowhere.error);
  expect(await nowhere.value.get('/info')).toMatchObject({
    error: { kind: 'unreachable', reason: expect.stringMatching(/ENOENT/) },
  });
});

test('an unusable address is refused with the reason', () => {
  expect(connect('ssh://host')).toMatchObject({ ok: false, error: expect.stringMatching(/ssh:/) });
  expect(connect('nonsense')).toMatchObject({ ok: false, error: expect.stringMatching(/nonsense/) });
  expect(connect('tcp://127.0.0.1:2375')).toMatchObject({ ok: true, value: { local: false } });
  expect(connect('unix:///run/x.sock')).toMatchObject({ ok: true, value: { local: true } });
});
