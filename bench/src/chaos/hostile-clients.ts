// Hostile clients: invalid reports and requests, and sockets that ask for everything and never read.

import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from '@belfry/lab/dice';
import { Agent, request } from 'undici';

/** Their own address, so that limits by address apply to them and not to the others. */
const LOCAL = '127.0.0.66';
const AT_ONCE = 10;
const NEW_EVERY_MS = 20_000;

interface Attack {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

function attack({ roll, pick }: Dice, reportToken: string): Attack {
  const path = '/api/agents/docker/report';
  const headers = { 'content-type': 'application/json', 'x-api-token': reportToken };
  const id = `invented-${Math.floor(roll() * 40)}`;
  const containers = Array.from({ length: 400 }, (_, i) => ({
    id: `${i}`,
    name: 'x'.repeat(255),
    image: 'y'.repeat(500),
  }));
  return pick<() => Attack>([
    () => ({ method: 'POST', path, headers, body: '{"agent":' }),
    () => ({ method: 'POST', path, headers, body: nested(100_000) }),
    () => ({ method: 'POST', path, headers, body: 'x'.repeat(3 << 20) }),
    () => ({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify({ agent: { id }, host: { hostname: id }, containers }),
    }),
    () => ({ method: 'POST', path, headers, body: JSON.stringify({ agent: { id: null }, host: [], containers: {} }) }),
    () => ({ method: 'POST', path, headers: { ...headers, 'x-api-token': 'wrong' }, body: '{}' }),
    () => ({
      method: 'POST',
      path: '/api/login',
      headers,
      body: JSON.stringify({ username: id, password: 'x'.repeat(500) }),
    }),
    () => ({ method: 'GET', path: `/api/${encodeURIComponent('../'.repeat(40))}` }),
    () => ({ method: 'DELETE', path: '/api/config/nodes/__proto__', headers }),
    () => ({ method: 'GET', path: '/api/state', headers: { authorization: `Basic ${'A'.repeat(4000)}` } }),
  ])();
}

/** Opens a connection, sends `words`, and never reads the answer. */
function mute(port: number, words: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: LOCAL });
  socket.on('error', () => {});
  socket.pause();
  socket.write(words);
  return socket;
}

export interface HostileClients {
  /** How often each status answered a hostile request. */
  answers: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** `readToken` gives access to the state and the socket, because a client that never reads may be authenticated. */
export function startHostileClients(url: string, tokens: { report: string; read: string }, dice: Dice): HostileClients {
  const { port, host } = new URL(url);
  const answers = new Map<number, number>();
  const dispatcher = new Agent({ localAddress: LOCAL });
  let over = false;

  async function send(): Promise<void> {
    while (!over) {
      await pause(100 + dice.roll() * 400);
      const { path, ...options } = attack(dice, tokens.report);
      try {
        const { statusCode, body } = await request(new URL(path, url), { ...options, dispatcher });
        await body.dump();
        answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
      } catch {
        // the server closed it, as expected
      }
    }
  }

  async function stare(): Promise<void> {
    const head = `HTTP/1.1\r\nhost: ${host}\r\nx-api-token: ${tokens.read}\r\n`;
    const upgrade = `upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==\r\n`;
    const greetings = [
      `GET /ws ${head}${upgrade}\r\n`,
      `GET /ws?protocol=deltas ${head}${upgrade}\r\n`,
      `GET /api/state ${head}\r\n`.repeat(50),
      `GET /api/state ${head}x-slow:`,
    ];
    while (!over) {
      const sockets = greetings.flatMap((words) => Array.from({ length: AT_ONCE }, () => mute(Number(port), words)));
      for (let waited = 0; waited < NEW_EVERY_MS && !over; waited += 500) await pause(500);
      for (const socket of sockets) socket.destroy();
    }
  }

  const work = Promise.all([send(), send(), stare()]);
  return {
    answers,
    async stop() {
      over = true;
      await work;
      await dispatcher.destroy();
    },
  };
}
