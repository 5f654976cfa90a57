// Everybody on the socket: two channels, one per encoding, and the heartbeat.
import { PING_INTERVAL_MS } from '@belfry/schema/defaults';
import type { Down } from '@belfry/schema/messages/down';
import type { State } from '@belfry/schema/state';
import type { WebSocket } from '@fastify/websocket';
import type { Clock } from '../lib/clock.ts';
import { type Channel, createChannel } from './channel.ts';
import { type Client, createClient, type Request } from './client.ts';
import { createDeltas } from './deltas.ts';
import { createPlain } from './plain.ts';

/** A client that gave no sign of life for this long is gone; it is asked for one every `PROBE_MS`. */
const SILENCE_MS = 60_000;
const PROBE_MS = 15_000;
/** How long a client may take to say goodbye when the server stops. */
const GOODBYE_MS = 500;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

export type Protocol = 'deltas' | 'plain';

export interface Hub {
  /** Greets, sends the whole state, then every change, for as long as `mayStay` says yes. */
  join(socket: WebSocket, protocol: Protocol, mayStay?: () => boolean): void;
  /** Asks for everybody whether they may stay, and closes on those who may not. It is also asked with every probe. */
  review(): void;
  publish(state: State): void;
  /** One message that is no state, to everybody. */
  announce(message: Down): void;
  clients(): number;
  /** Frames from browsers that were no message of ours, since start. */
  ignoredMessages(): number;
  close(): void;
}

export interface HubOptions {
  initial: State;
  clock: Clock;
  version: string;
}

export function createHub({ initial, clock, version }: HubOptions): Hub {
  const channels: Record<Protocol, Channel<Client>> = {
    deltas: createChannel(createDeltas(initial), initial, clock),
    plain: createChannel(createPlain(initial), initial, clock),
  };
  const clients = new Map<Client, { channel: Channel<Client>; mayStay(): boolean }>();
  let ignored = 0;

  const stamped = (type: 'ping' | 'pong') =>
    JSON.stringify({ type, data: { timestamp: Math.floor(clock.now() / 1000) } });
  const answer = (client: Client, request: Request) => {
    if (request === 'ping') client.send(stamped('pong'));
    if (request === 'requestArchives') clients.get(client)?.channel.archives(client);
    if (request === 'requestData' || request === 'resync') clients.get(client)?.channel.again(client);
  };
  const leave = (client: Client) => {
    clients.get(client)?.channel.leave(client);
    clients.delete(client);
  };
  const review = () => {
    for (const [client, { mayStay }] of clients) {
      if (mayStay()) continue;
      // Nothing more is sent to it, however long the goodbye takes.
      leave(client);
      client.close(POLICY_VIOLATION);
      clock.after(GOODBYE_MS, client.drop);
    }
  };
  const probe = () => {
    review();
    const dead = clock.now() - SILENCE_MS;
    for (const client of clients.keys()) {
      if (client.heardAt() <= dead) client.drop();
      else client.probe();
    }
  };
  const beat = () => {
    for (const client of clients.keys()) client.send(stamped('ping'));
  };
  const timers = [clock.every(PROBE_MS, probe), clock.every(PING_INTERVAL_MS, beat)];

  return {
    join(socket, protocol, mayStay = () => true) {
      const client = createClient(socket, { now: clock.now, said: answer, babbled: () => ignored++, gone: leave });
      client.send(JSON.stringify({ type: 'welcome', data: { message: `Belfry ${version}` } }));
      const channel = channels[protocol];
      clients.set(client, { channel, mayStay });
      channel.join(client);
    },
    review,
    publish(state) {
      for (const channel of Object.values(channels)) channel.publish(state);
    },
    announce(message) {
      const text = JSON.stringify(message);
      for (const client of clients.keys()) client.send(text);
    },
    clients: () => clients.size,
    ignoredMessages: () => ignored,
    close() {
      for (const cancel of timers) cancel();
      for (const client of clients.keys()) client.close(GOING_AWAY);
      clock.after(GOODBYE_MS, () => {
        for (const client of clients.keys()) client.drop();
      });
    },
  };
}
