// The beginning and the end of the sockets of clients.
import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { connect, ping, server } from './testing/server.ts';

test('every 30 s the server sends a ping; a client that is silent for 60 s is dropped, one that answers stays', async () => {
  const s = await server();
  const [silent, alive] = [await connect(s), await connect(s, '?protocol=deltas')];
  silent.socket.pong = () => {};
  for (const client of [silent, alive]) for (const _ of ['welcome', 'state']) await client.next();
  await s.clock.advance(30_000);
  expect(await alive.next()).toEqual({ type: 'ping', data: { timestamp: 1_700_000_030 } });
  const gone = once(silent.socket, 'close');
  for (const _ of [45, 60, 75]) {
    const probed = once(alive.socket, 'ping');
    await s.clock.advance(15_000);
    await probed;
    alive.send({ type: 'ping', data: { timestamp: 1 } });
    while ((await alive.next()).type !== 'pong');
  }
  await gone;
  expect(s.hub.clients()).toBe(1);
});

test('a page of another site is refused with 403, a caller without a sign-in with 401, a request without an upgrade with 400', async () => {
  const open = await server({ origins: ['https://wall.example'] });
  expect(await upgrade(open.host, { origin: 'http://evil.example' })).toBe(403);
  expect(await upgrade(open.host, { origin: `http://${open.host}` })).toBe(101);
  expect(await upgrade(open.host, { origin: 'https://wall.example' })).toBe(101);
  const closed = await server({ gate: async () => undefined });
  expect(await upgrade(closed.host, {})).toBe(401);
  expect((await open.app.inject('/ws')).statusCode).toBe(400);
});

test('a refused page is named in the log with what to set, and in ten minutes once', async () => {
  const s = await server();
  for (const _ of [1, 2, 3]) await upgrade(s.host, { origin: 'https://belfry.example' });
  expect(s.lines).toHaveLength(1);
  expect(s.lines[0]).toContain(
    `belongs to https://belfry.example, but its request reached Belfry under the name ${s.host}`,
  );
  expect(s.lines[0]).toContain('set BELFRY_PUBLIC_URL to https://belfry.example');
  await s.clock.advance(10 * 60_000);
  await upgrade(s.host, { origin: `https://${s.host}` });
  expect(s.lines[1]).toContain('reached Belfry by http. Is there a proxy between? Set BELFRY_TRUSTED_PROXIES');
});

test('a proxy that takes the upgrade from a socket is named in the log and in the answer', async () => {
  const s = await server();
  const reply = await s.app.inject({ url: '/ws', headers: { 'sec-websocket-key': 'x' } });
  expect(reply.json().error).toContain('does not pass WebSockets');
  expect(s.lines[0]).toContain('pass the headers Upgrade and Connection');
  await s.clock.advance(10 * 60_000);
  await s.app.inject('/ws');
  expect(s.lines).toHaveLength(1);
});

test('a socket ends soon after the session or token that opened it', async () => {
  const ended = new Set<string>();
  const s = await server({ mayStay: ({ url }) => !ended.has(url) });
  const [gone, stays] = [await connect(s, '?as=gone'), await connect(s, '?as=stays')];
  await s.clock.advance(15_000);
  expect(s.hub.clients()).toBe(2);
  ended.add('/ws?as=gone');
  const closed = once(gone.socket, 'close');
  await s.clock.advance(15_000);
  expect((await closed)[0]).toBe(1008);
  stays.send({ type: 'ping', data: { timestamp: 1 } });
  while ((await stays.next()).type !== 'pong');
});

async function upgrade(host: string, headers: Record<string, string>): Promise<number | undefined> {
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
  };
  const call = request(`http://${host}/ws`, { headers: { ...handshake, ...headers } }).end();
  const [reply] = await Promise.race([once(call, 'upgrade'), once(call, 'response')]);
  call.destroy();
  return reply.statusCode;
}

test('when the server stops every socket is closed with 1001', async () => {
  const s = await server();
  const clients = [await connect(s), await connect(s, '?protocol=deltas')];
  const codes = Promise.all(clients.map(async ({ socket }) => (await once(socket, 'close'))[0]));
  await s.close();
  expect(await codes).toEqual([1001, 1001]);
});

test('a failed access check of an open socket closes neither the socket nor the server, and is recorded as a defect', async () => {
  const s = await server({
    mayStay: () => {
      throw new Error('database or disk is full');
    },
  });
  const client = await connect(s);
  s.hub.review();
  await s.clock.advance(15_000);
  client.send(ping);
  while ((await client.next()).type !== 'pong');
  expect(s.hub.defects).toEqual(Array(2).fill('Error: database or disk is full'));
});

test('a step of the wall clock neither closes a socket nor keeps one open', async () => {
  const s = await server();
  const [alive, silent] = [await connect(s), await connect(s)];
  silent.socket.pong = () => {};
  for (const hours of [1, -2]) {
    s.clock.step(hours * 3_600_000);
    for (let i = 0; i < 2; i++) {
      const probed = once(alive.socket, 'ping');
      await s.clock.advance(15_000);
      await probed;
      alive.send(ping);
      while ((await alive.next()).type !== 'pong');
    }
    expect(s.hub.clients()).toBe(hours === 1 ? 2 : 1);
  }
});
