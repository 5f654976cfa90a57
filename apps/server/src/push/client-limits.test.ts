// What a client may cost: clients that send too much, read too slowly, or are too many.

import { once } from 'node:events';
import { plain } from '@belfry/domain/testing/plain-state';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { heard } from '../state/testing/observations.ts';
import { connect, copyOf, ping, type Server, server } from './testing/server.ts';

const closed = async ({ socket }: { socket: WebSocket }): Promise<number> => (await once(socket, 'close'))[0];

test('a client that sends too many messages or pings is closed with 1008', async () => {
  const s = await server();
  const [chatty, pinging, calm] = [await connect(s), await connect(s, '?protocol=deltas'), await connect(s)];
  const ends = Promise.all([closed(chatty), closed(pinging)]);
  for (let i = 0; i < 150; i++) {
    chatty.send(ping);
    pinging.socket.ping();
  }
  expect(await ends).toEqual([1008, 1008]);
  for (let i = 0; i < 20; i++) {
    await s.clock.advance(1000);
    for (let n = 0; n < 5; n++) calm.send(ping);
  }
  expect(s.hub.clients()).toBe(1);
});

test('pings from a client that does not read get one answer, and the socket is soon closed', async () => {
  const s = await server();
  const client = await connect(s);
  client.socket.pause();
  const payload = Buffer.alloc(125);
  const over = new Promise((done) => client.socket.on('error', done).on('close', done));
  for (let i = 0; i < 1000; i++) client.socket.ping(payload, true, () => {});
  await expect.poll(() => s.hub.clients()).toBe(0);
  await s.clock.advance(1000);
  client.socket.resume();
  await over;
});

/** More than a network takes that nobody reads from: 32 MB in the plain state, though not in memory. */
function muchOf(s: Server): State {
  const description = 'x'.repeat(1 << 20);
  const guestSnapshots = Array.from({ length: 32 }, (_, i) => ({ ...copyOf('a', i), description }));
  return s.state.apply(heard('a', s.clock.now(), { guestSnapshots })).after;
}

test('a client that reads nothing for 30 s is dropped, even if it sends messages; a slow reader stays and gets everything', async () => {
  const s = await server();
  s.hub.publish(muchOf(s));
  const [stuck, slow] = [await connect(s), await connect(s)];
  stuck.socket.pause();
  slow.socket.pause();
  for (let i = 0; i < 3; i++) {
    stuck.send(ping);
    slow.socket.resume();
    slow.send(ping);
    while (slow.frames.length < 3 + i) await once(slow.socket, 'message');
    slow.socket.pause();
    await s.clock.advance(15_000);
  }
  expect(s.hub.clients()).toBe(1);
  slow.socket.resume();
  expect((await slow.next()).type).toBe('welcome');
  expect(await slow.next()).toEqual({ type: 'initialState', data: plain(s.state.current()) });
  stuck.socket.terminate();
});

test('the whole state is in memory once for all clients that wait for it', async () => {
  const s = await server();
  s.hub.publish(muchOf(s));
  const external = () => process.memoryUsage().external;
  const first = await connect(s);
  while (first.frames.length < 2) await once(first.socket, 'message');
  const before = external();
  const unread = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = await connect(s);
      client.socket.pause();
      return client;
    }),
  );
  await expect.poll(() => s.hub.clients()).toBe(21);
  expect(external() - before).toBeLessThan(20 * (4 << 20));
  for (const { socket } of unread) socket.terminate();
});

test('one address has 250 sockets at most: one more is closed with 1013, try again later', async () => {
  const s = await server();
  const clients = await Promise.all(Array.from({ length: 250 }, () => connect(s, '?protocol=deltas')));
  const late = new WebSocket(`ws://${s.host}/ws`);
  expect((await once(late, 'close'))[0]).toBe(1013);
  expect(s.hub.clients()).toBe(250);
  for (const { socket } of clients) socket.terminate();
});
