// A client on the socket of a whole app.
import { once } from 'node:events';
import type { PlainState } from '@belfry/schema/plain-state';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Whole } from './whole-app.ts';

/** The status of the upgrade: 101 if the socket opened; it is then closed again. */
export function upgrade({ host }: Whole, headers: Record<string, string>, path = '/ws'): Promise<number | undefined> {
  return new Promise((done) => {
    const socket = new WebSocket(`ws://${host}${path}`, { headers });
    socket.on('open', () => {
      socket.terminate();
      done(101);
    });
    socket.on('unexpected-response', (_, reply) => {
      reply.resume();
      done(reply.statusCode);
    });
    socket.on('error', () => {});
  });
}

interface Message {
  type: string;
  data: Partial<PlainState> & Record<string, unknown>;
}

export interface Client {
  socket: WebSocket;
  /** Every message so far, oldest first. */
  messages: Message[];
  /** The first message that fits, among those received already and those to come. */
  find(fits: (message: Message) => boolean): Promise<Message>;
  /** The code with which the server closed. */
  closed: Promise<number>;
}

export async function connect({ host }: Whole, headers: Record<string, string> = {}): Promise<Client> {
  const socket = new WebSocket(`ws://${host}/ws`, { headers });
  onTestFinished(() => socket.terminate());
  const messages: Message[] = [];
  const arrived = new EventTarget();
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)));
    arrived.dispatchEvent(new Event('message'));
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  return {
    socket,
    messages,
    closed,
    async find(fits) {
      for (;;) {
        const found = messages.find(fits);
        if (found) return found;
        await once(arrived, 'message');
      }
    },
  };
}
