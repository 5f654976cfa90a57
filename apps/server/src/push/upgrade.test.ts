// What asks for another protocol than WebSocket is answered as the plain request it also is.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { openGate } from '../http/testing/gate.ts';
import { momentOf } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createState } from '../state/state.ts';
import { socketRoutes } from './routes.ts';
import { testHub } from './testing/hub.ts';

async function server() {
  const clock = fakeClock(0);
  const hub = testHub(createState({ started: momentOf(clock), version: '' }).current(), clock);
  const app = createServer(createLogger('silent'));
  await socketRoutes(app, { hub, gate: openGate, allowedOrigins: () => [], clock });
  app.get('/api/fine', async () => ({ fine: true }));
  app.post('/api/fine', async ({ body }) => body);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    const closed = app.close();
    await clock.advance(1000);
    await closed;
  });
  const { port } = app.server.address() as AddressInfo;
  /** Two requests over one connection, the second after the answer to the first: the statuses until it ended. */
  const ask = async (head: string, body = '', again = true) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    const lines = [head, 'Host: x', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
    const type = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
    socket.write([...lines, ...type, '', body].join('\r\n'));
    const [first] = await once(socket, 'data');
    let text = String(first);
    if (again) socket.write('GET /api/fine HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    for await (const chunk of socket) text += String(chunk);
    return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  };
  return { ask, hub };
}

test.each(['h2c', 'websocket, h2c', 'TLS/1.0', ''])('Upgrade: %s is ignored, on every path', async (upgrade) => {
  const { ask, hub } = await server();
  expect(await ask(`GET /api/fine HTTP/1.1\r\nUpgrade: ${upgrade}`)).toEqual([200, 200]);
  expect(await ask(`GET /nothing HTTP/1.1\r\nUpgrade: ${upgrade}`)).toEqual([404, 200]);
  expect(await ask(`GET /ws HTTP/1.1\r\nUpgrade: ${upgrade}`)).toEqual([400, 200]);
  expect(await ask(`POST /api/fine HTTP/1.1\r\nUpgrade: ${upgrade}`, '{"a":1}')).toEqual([200, 200]);
  expect(hub.clients()).toBe(0);
});

test('a POST with an Upgrade header is handled as a POST', async () => {
  const { ask } = await server();
  expect(await ask('POST /api/fine HTTP/1.1\r\nUpgrade: websocket', '{"a":1}')).toEqual([200, 200]);
});

test('a WebSocket on another path is refused, and its connection is closed', async () => {
  const { ask } = await server();
  expect(await ask('GET /api/fine HTTP/1.1\r\nUpgrade: websocket', '', false)).toEqual([404]);
  expect(await ask('GET /% HTTP/1.1\r\nUpgrade: websocket', '', false)).toEqual([400]);
});
