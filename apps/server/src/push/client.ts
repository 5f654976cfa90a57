// One client of the socket: its messages and their rate, and whether it still reads and answers.
import { Up } from '@belfry/schema/messages/up';
import type { WebSocket } from '@fastify/websocket';
import type { Frame } from './encoding.ts';
import { createSendQueue } from './send-queue.ts';

export interface Client {
  send(frame: Frame): void;
  /** Bytes that `send` accepted and that are not sent yet. */
  waiting(): number;
  /** It sent nothing for `SILENCE_MS`, or read nothing for `STUCK_MS`. */
  isLost(): boolean;
  /** Sends a ping of the WebSocket layer. */
  probe(): void;
  close(code: number): void;
  /** Ends the connection at once. */
  drop(): void;
}

export interface ClientEvents {
  /** Monotonic ms. */
  now(): number;
  requested(client: Client, request: Up): void;
  /** It sent something that is not one of our messages. */
  ignored(): void;
  /** It sends too many messages. */
  flooded(client: Client): void;
  gone(client: Client): void;
}

/** A client that sent nothing for this long, not even a pong, is gone. */
const SILENCE_MS = 60_000;
/** A client that reads nothing for this long although messages wait is gone. */
const STUCK_MS = 30_000;
/** More messages wait only for a client that does not read. */
const MAX_MESSAGES = 1000;
/** The limit for messages and pings of a client together. Our own client sends one in 30 s, and two after each snapshot. */
const BURST = 100;
const PER_SECOND = 5;

export function createClient(socket: WebSocket, events: ClientEvents): Client {
  const { now } = events;
  const queue = createSendQueue(socket, now);
  let heardAt = now();
  let allowance = BURST;
  let answering = false;

  /** Counts a message. False: the client sent too many, and its messages are ignored from now on. */
  const noteAnswer = (): boolean => {
    if (allowance < 0) return false;
    const at = now();
    allowance = Math.min(BURST, allowance + ((at - heardAt) * PER_SECOND) / 1000) - 1;
    heardAt = at;
    if (allowance < 0) events.flooded(client);
    return allowance >= 0;
  };
  const client: Client = {
    send(frame) {
      if (queue.messages() >= MAX_MESSAGES) socket.terminate();
      else queue.send(frame);
    },
    waiting: queue.waiting,
    isLost: () => now() - heardAt >= SILENCE_MS || now() - (queue.stuckSince() ?? now()) >= STUCK_MS,
    probe: () => socket.ping(),
    close: (code) => socket.close(code),
    drop: () => socket.terminate(),
  };
  socket.on('message', (data, isBinary) => {
    if (!noteAnswer()) return;
    const request = isBinary ? undefined : parse(String(data));
    if (request) events.requested(client, request);
    else events.ignored();
  });
  // One answer at a time. Pings that come before it is sent need no answer (RFC 6455, 5.5.3).
  socket.on('ping', (data) => {
    if (!noteAnswer() || answering) return;
    answering = true;
    socket.pong(data, false, () => {
      answering = false;
    });
  });
  socket.on('pong', noteAnswer);
  socket.on('close', () => events.gone(client));
  // The close event follows; without a listener an error would end the process.
  socket.on('error', () => {});
  return client;
}

function parse(text: string): Up | undefined {
  try {
    return Up.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
