import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Frame, Message } from './message.ts';
import { type ConnectionState, createSocket, type Wire } from './socket.ts';

class FakeWire implements Wire {
  binaryType = '';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: Frame }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: { type: string; data?: { timestamp: number } }[] = [];
  closed: string | undefined;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(_code?: number, reason = '') {
    this.closed = reason;
    this.onclose?.();
  }
}

const start = (random = () => 0) => {
  let wake = () => {};
  const wires: FakeWire[] = [];
  const states: ConnectionState[] = [];
  const messages: Message[] = [];
  const socket = createSocket({
    open: () => {
      wires.push(new FakeWire());
      return wires.at(-1) as FakeWire;
    },
    onWake: (listener) => {
      wake = listener;
    },
    random,
    onConnection: (connection) => states.push(connection),
    onMessage: (message) => messages.push(message),
    reportError: () => {},
  });
  socket.start();
  const wire = () => wires.at(-1) as FakeWire;
  return { socket, wires, wire, states, messages, state: () => states.at(-1), wake: () => wake() };
};

const deflate = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

test('delays double from one second to thirty', () => {
  const { wire, state } = start();
  const delays = Array.from({ length: 7 }, () => {
    wire().onclose?.();
    const now = state();
    const delay = now?.state === 'reconnecting' ? (now.retryAt ?? 0) - Date.now() : 0;
    vi.advanceTimersByTime(delay);
    return delay;
  });
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('a delay is up to a fifth shorter, so that many browsers do not come back at the same moment', () => {
  const { wire, state } = start(() => 0.5);
  wire().onclose?.();
  expect(state()).toEqual({ state: 'reconnecting', retryAt: Date.now() + 900 });
});

test('after a sleep the server has five seconds to answer; without an answer the connection is opened again', async () => {
  const { wire, wires, wake, state } = start();
  wire().onopen?.();
  wake();
  wake();
  expect(wire().sent.filter(({ type }) => type === 'ping')).toHaveLength(1);
  wire().onmessage?.({ data: '{"type":"pong"}' });
  vi.advanceTimersByTime(5000);
  expect(state()).toMatchObject({ state: 'connected' });
  wake();
  vi.advanceTimersByTime(4999);
  expect(state()).toMatchObject({ state: 'connected' });
  vi.advanceTimersByTime(1);
  expect(state()).toMatchObject({ state: 'reconnecting' });
  vi.advanceTimersByTime(1000);
  expect(wires).toHaveLength(2);
});

test('a computer that wakes up does not wait for the next attempt; one that was closed on purpose stays closed', () => {
  const { socket, wire, wires, wake, state } = start();
  wire().onclose?.();
  wake();
  expect([wires.length, state()]).toEqual([2, { state: 'reconnecting', retryAt: null }]);
  wake();
  expect(wires).toHaveLength(2);
  socket.close();
  wake();
  expect([wires.length, state()]).toEqual([2, { state: 'closed' }]);
});

test('connecting, connected, reconnecting with the time of the next attempt, connected again', () => {
  const { wire, wires, states } = start();
  wire().onopen?.();
  wire().onclose?.();
  vi.advanceTimersByTime(1000);
  wire().onopen?.();
  expect(wires).toHaveLength(2);
  expect(states).toEqual([
    { state: 'connecting' },
    { state: 'connected', again: false },
    { state: 'reconnecting', retryAt: 1_001_000 },
    { state: 'reconnecting', retryAt: null },
    { state: 'connected', again: true },
  ]);
});

test('failed attempts wait longer, an open connection resets the wait', () => {
  const { wire, wires, state } = start();
  wire().onclose?.();
  vi.advanceTimersByTime(1000);
  wire().onclose?.();
  vi.advanceTimersByTime(1999);
  expect(wires).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(wires).toHaveLength(3);
  wire().onopen?.();
  wire().onclose?.();
  expect(state()).toEqual({ state: 'reconnecting', retryAt: Date.now() + 1000 });
});

test('a deliberate close is not retried, until a manual reconnect', () => {
  const { socket, wires, wire, state } = start();
  wire().onopen?.();
  socket.close();
  expect(wire().closed).toBe('Reconnecting');
  vi.advanceTimersByTime(120_000);
  expect([state(), wires.length]).toEqual([{ state: 'closed' }, 1]);
  socket.reconnect();
  expect([state(), wires.length]).toEqual([{ state: 'reconnecting', retryAt: null }, 2]);
});

test('a manual reconnect replaces the wait: there is one attempt, not two', () => {
  const { socket, wires, wire } = start();
  wire().onclose?.();
  socket.reconnect();
  wire().onopen?.();
  vi.advanceTimersByTime(5000);
  expect(wires).toHaveLength(2);
});

test('pings every 30 s with the time, and answers a ping with a pong', async () => {
  const { wire } = start();
  wire().onopen?.();
  vi.advanceTimersByTime(30_000);
  expect(wire().sent).toEqual([{ type: 'ping', data: { timestamp: 1_030_000 } }]);
  wire().onmessage?.({ data: '{"type":"ping","data":{"timestamp":1}}' });
  await vi.waitFor(() => expect(wire().sent.at(-1)?.type).toBe('pong'));
});

test('a connection without an answer to a ping is closed', () => {
  const { wire, state } = start();
  wire().onopen?.();
  vi.advanceTimersByTime(60_000);
  expect(wire().closed).toBeDefined();
  expect(state()).toMatchObject({ state: 'reconnecting' });
});

test('text and compressed frames keep their order; a frame that is not a message is left out', async () => {
  const { wire, messages } = start();
  wire().onopen?.();
  const big = await deflate(JSON.stringify({ type: 'snapshot', revision: 1, data: { filler: 'x'.repeat(100_000) } }));
  const frames: Frame[] = [big, '{"type":"welcome"}', new ArrayBuffer(3), 'no json', '[]', '{"type":"pong"}'];
  for (const data of frames) wire().onmessage?.({ data });
  await vi.waitFor(() => expect(messages.map(({ type }) => type)).toEqual(['snapshot', 'welcome', 'pong']));
});

test('frames of a lost connection are dropped', async () => {
  const { socket, wire, wires, messages } = start();
  wire().onopen?.();
  const late = wire().onmessage;
  socket.reconnect();
  wire().onopen?.();
  late?.({ data: '{"type":"welcome"}' });
  wires[1]?.onmessage?.({ data: '{"type":"pong"}' });
  await vi.waitFor(() => expect(messages.map(({ type }) => type)).toEqual(['pong']));
});

const apart = (onMessage: (message: Message) => void) => {
  const wires: FakeWire[] = [];
  const states: ConnectionState[] = [];
  const errors: string[] = [];
  const open = () => {
    wires.push(new FakeWire());
    return wires.at(-1) as FakeWire;
  };
  const socket = createSocket({
    ...{ open, onMessage, onWake: () => {}, random: () => 0 },
    onConnection: (connection) => states.push(connection),
    reportError: (error) => errors.push(String(error)),
  });
  socket.start();
  wires[0]?.onopen?.();
  const say = (type: string) => wires.at(-1)?.onmessage?.({ data: JSON.stringify({ type }) });
  const asked = () => wires.at(-1)?.sent.filter(({ type }) => type === 'resync').length;
  return { say, asked, states, errors, wire: () => wires.at(-1) as FakeWire };
};

test('a message that throws in the page asks for a snapshot, and the messages after it are applied', async () => {
  const applied: string[] = [];
  const { say, asked, errors, states } = apart(({ type }) => {
    if (type === 'delta') throw new Error('our mistake');
    applied.push(type);
  });
  for (const type of ['delta', 'welcome', 'snapshot']) say(type);
  await vi.waitFor(() => expect(applied).toEqual(['welcome', 'snapshot']));
  expect([asked(), errors, states.at(-1)?.state]).toEqual([1, ['Error: our mistake'], 'connected']);
});

test('a frame that cannot be read asks for a snapshot', async () => {
  const { asked, wire } = apart(() => {});
  wire().onmessage?.({ data: 'no json' });
  await vi.waitFor(() => expect(asked()).toBe(1));
});

test('a page that cannot apply three messages in a row says why, asks twice a minute, and is connected after a snapshot', async () => {
  let isBroken = true;
  const { say, asked, states } = apart(() => {
    if (isBroken) throw new Error('our mistake');
  });
  for (let i = 0; i < 5; i++) say('snapshot');
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ state: 'failing', reason: 'our mistake' }));
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked()).toBe(3);
  isBroken = false;
  say('welcome');
  say('snapshot');
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ state: 'connected', again: true }));
});
