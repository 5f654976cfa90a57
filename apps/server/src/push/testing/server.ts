// Real sockets against the real server, for tests: what a browser sees.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import type { Delta } from '@belfry/schema/messages/delta';
import type { Down } from '@belfry/schema/messages/down';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import type { Gate } from '../../http/gate.ts';
import { createServer } from '../../http/server.ts';
import { openGate } from '../../http/testing/gate.ts';
import { momentOf } from '../../lib/clock.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createState } from '../../state/state.ts';
import { type SocketRoutes, socketRoutes } from '../routes.ts';
import { testHub } from './hub.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** The real server on a port of loopback. It is closed after the test. */
export async function server({
  gate = openGate,
  mayStay,
  origins = [] as string[],
  mostBytes,
}: {
  gate?: Gate;
  mayStay?: SocketRoutes['mayStay'];
  origins?: string[];
  mostBytes?: number;
} = {}) {
  const clock = fakeClock(1_700_000_000_000);
  const state = createState({ started: momentOf(clock), version: '1' });
  const hub = testHub(state.current(), clock, mostBytes);
  const lines: string[] = [];
  const app = createServer(createLogger('warn', (line) => lines.push(line)));
  await socketRoutes(app, { hub, gate, mayStay, allowedOrigins: () => origins, clock });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const close = () => {
    const closed = app.close();
    return Promise.all([closed, clock.advance(1000)]);
  };
  closers.push(close);
  const { port } = app.server.address() as AddressInfo;
  /** `lines`: of the log, from warnings on. */
  return { clock, state, hub, app, close, lines, host: `127.0.0.1:${port}` };
}
export type Server = Awaited<ReturnType<typeof server>>;
export type Message = Down | Delta;

/** A snapshot of a guest. */
export const copyOf = (instance: string, vmid: number) => ({
  id: `${instance}-${vmid}-before`,
  name: 'before',
  node: 'n',
  instance,
  type: 'qemu' as const,
  vmid,
  time: '2026-01-01T00:00:00.000Z',
  vmstate: false,
});

/** A client that keeps every frame; `next` waits for the first one not yet taken. */
export async function connect({ host }: Pick<Server, 'host'>, query = '') {
  const socket = new WebSocket(`ws://${host}/ws${query}`);
  const frames: { message: Message; binary: boolean }[] = [];
  let taken = 0;
  const arrived = new EventTarget();
  socket.on('message', (data: Buffer, binary: boolean) => {
    frames.push({ message: JSON.parse(String(binary ? inflateRawSync(data) : data)), binary });
    arrived.dispatchEvent(new Event('frame'));
  });
  await once(socket, 'open');
  const next = async () => {
    while (!frames[taken]) await once(arrived, 'frame');
    return (frames[taken++] as (typeof frames)[number]).message;
  };
  return { socket, frames, next, send: (message: unknown) => socket.send(JSON.stringify(message)) };
}

export const settle = (clock: FakeClock) => clock.advance(1000);

export const ping = { type: 'ping', data: { timestamp: 1 } };
