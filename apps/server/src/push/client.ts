// One browser on the socket: what it says, whether it is still there.
import { Up } from '@belfry/schema/messages/up';
import type { WebSocket } from '@fastify/websocket';
import type { Frame } from './encoding.ts';

export type Request = Up['type'];

export interface Client {
  send(frame: Frame): void;
  waiting(): number;
  /** Epoch ms of the last sign of life. */
  heardAt(): number;
  /** Asks the other side's WebSocket layer for a sign of life. */
  probe(): void;
  close(code: number): void;
  /** Ends without a goodbye. */
  drop(): void;
}

export interface ClientEvents {
  now(): number;
  said(client: Client, request: Request): void;
  /** What it sent is no message of ours. */
  babbled(): void;
  gone(client: Client): void;
}

export function createClient(socket: WebSocket, events: ClientEvents): Client {
  let heardAt = events.now();
  const heard = () => {
    heardAt = events.now();
  };
  const client: Client = {
    send: (frame) => socket.send(frame),
    waiting: () => socket.bufferedAmount,
    heardAt: () => heardAt,
    probe: () => socket.ping(),
    close: (code) => socket.close(code),
    drop: () => socket.terminate(),
  };
  socket.on('message', (data, isBinary) => {
    heard();
    const request = isBinary ? undefined : parse(String(data));
    if (request) events.said(client, request);
    else events.babbled();
  });
  socket.on('ping', heard);
  socket.on('pong', heard);
  socket.on('close', () => events.gone(client));
  // The close event follows; without a listener an error would end the process.
  socket.on('error', () => {});
  return client;
}

function parse(text: string): Request | undefined {
  try {
    return Up.safeParse(JSON.parse(text)).data?.type;
  } catch {
    return undefined;
  }
}
