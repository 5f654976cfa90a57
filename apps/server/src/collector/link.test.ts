import { once } from 'node:events';
import type { CollectDown } from '@belfry/schema/collect/down';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { encode } from '../collect/frames.ts';
import { makeKeys } from '../collect/keys.ts';
import { split } from '../collect/pieces.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { openLink } from './link.ts';

type Refusal = Extract<CollectDown, { type: 'refused' }>;

/** How long a collector waits before it calls a server again that has refused it, ms. */
async function waitAfter(id: Refusal['sentence']['id']): Promise<number> {
  const refusal: Refusal = { type: 'refused', sentence: { id }, isFinal: false };
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  let calls = 0;
  server.on('connection', (socket) => {
    calls++;
    for (const piece of split(encode(refusal))) socket.send(piece);
  });
  const clock = fakeClock();
  const waits: number[] = [];
  const after: typeof clock.after = (ms, task) => {
    waits.push(ms);
    return clock.after(ms, task);
  };
  const membership = { server: `http://127.0.0.1:${port}`, pin: '', site: 's', name: 'Cologne', keys: makeKeys() };
  const link = openLink({
    ...{ membership, run: 'r', version: '1', received() {}, replaced() {}, clock: { ...clock, after } },
    ...{ random: () => 1, log: { info() {}, warn() {} } },
  });
  onTestFinished(async () => {
    await link.close();
    server.close();
  });
  await expect.poll(() => waits.length).toBe(1);
  expect(link.state().refusal).toEqual({ id });
  expect(calls).toBe(1);
  return waits[0] ?? Number.NaN;
}

test('a server that stops is called again at once, because it may have been started again', async () => {
  expect(await waitAfter('collect.stopping')).toBe(1000);
});

test('a server that has not accepted the key yet is asked again after seconds, because somebody waits for that', async () => {
  expect(await waitAfter('collect.waiting')).toBe(5000);
});

test('a refusal that another attempt does not change is not asked for again for a minute', async () => {
  expect(await waitAfter('collect.replaced')).toBe(60_000);
  expect(await waitAfter('collect.revoked')).toBe(60_000);
});
