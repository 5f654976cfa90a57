// Everybody on the socket: two channels, one per encoding, and the heartbeat.
import { PING_INTERVAL_MS } from '@belfry/schema/defaults';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { State } from '@belfry/schema/state';
import type { WebSocket } from '@fastify/websocket';
import type { Clock } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import { type Channel, createChannel, type Receiver } from './channel.ts';
import { type Client, createClient, type Request } from './client.ts';
import { createDeltas } from './deltas.ts';
import { textFrame } from './encoding.ts';
import { createPlain } from './plain.ts';
import type { PlainText } from './plain-text.ts';

/** How often clients are asked for a sign of life, and looked at. */
const PROBE_MS = 15_000;
/** How long a client may take to say goodbye. */
const GOODBYE_MS = 500;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;
const TRY_AGAIN_LATER = 1013;
/** Behind one address may be a proxy with a whole office; each socket costs about 30 KB. */
const MOST_CLIENTS = 1000;
const MOST_OF_ONE_ADDRESS = 250;

export type Protocol = 'deltas' | 'plain';

export interface Newcomer {
  protocol: Protocol;
  address?: string;
  /** Whether the credentials of the connection are still valid. Default: always. */
  mayStay?: (() => boolean) | undefined;
}

export interface Hub {
  /** Greets, sends the whole state, then every change, for as long as it may stay. Refused where there are too many. */
  join(socket: WebSocket, newcomer: Newcomer): void;
  /** Asks for everybody whether they may stay, and closes on those who may not. It is also asked with every probe. */
  review(): void;
  publish(state: State): void;
  /** Something that happened, to everybody, after what was published before. */
  announce(message: Announcement): void;
  clients(): number;
  /** Frames from browsers that were no message of ours, since start. */
  ignoredMessages(): number;
  close(): void;
}

export interface HubOptions {
  initial: State;
  plainText: PlainText;
  clock: Clock;
  onDefect: OnDefect;
  version: string;
  /** Of one message with a whole state; default: 256 MiB. */
  mostBytes?: number | undefined;
}

/** A client and its state here. */
interface Seat extends Client, Receiver {
  channel: Channel<Seat>;
  address: string;
  mayStay(): boolean;
}

export function createHub({ initial, plainText, clock, onDefect, version, mostBytes }: HubOptions): Hub {
  const options = { initial, clock, onDefect };
  const channels: Record<Protocol, Channel<Seat>> = {
    deltas: createChannel(createDeltas(initial, mostBytes), options),
    plain: createChannel(createPlain(initial, plainText), options),
  };
  const seats = new Map<Client, Seat>();
  let ignored = 0;

  const stamped = (type: 'ping' | 'pong') => textFrame({ type, data: { timestamp: Math.floor(clock.now() / 1000) } });
  const answer = (client: Client, request: Request) => {
    const seat = seats.get(client);
    if (request === 'ping') client.send(stamped('pong'));
    if (request === 'requestArchives') seat?.channel.archives(seat);
    if (request === 'requestData' || request === 'resync') seat?.channel.again(seat);
  };
  const leave = (client: Client) => {
    const seat = seats.get(client);
    seat?.channel.leave(seat);
    seats.delete(client);
  };
  /** Nothing more is sent to it, however long the goodbye takes. */
  const dismiss = (client: Client, code: number) => {
    leave(client);
    client.close(code);
    clock.after(GOODBYE_MS, client.drop);
  };
  const may = ({ mayStay }: Seat): boolean => {
    try {
      return mayStay();
    } catch (error) {
      // a failed review refuses nothing
      onDefect(error, 'the review of a socket');
      return true;
    }
  };
  const review = () => {
    for (const [client, seat] of seats) if (!may(seat)) dismiss(client, POLICY_VIOLATION);
  };
  const probe = () => {
    review();
    for (const client of seats.keys()) {
      if (client.isLost()) client.drop();
      else client.probe();
    }
  };
  const beat = () => {
    const frame = stamped('ping');
    for (const client of seats.keys()) client.send(frame);
  };
  const timers = [clock.every(PROBE_MS, probe), clock.every(PING_INTERVAL_MS, beat)];
  const isFull = (address: string): boolean =>
    seats.size >= MOST_CLIENTS ||
    [...seats.values()].filter((seat) => seat.address === address).length >= MOST_OF_ONE_ADDRESS;

  return {
    join(socket, { protocol, address = '', mayStay = () => true }) {
      const client = createClient(socket, {
        now: clock.monotonic,
        said: answer,
        babbled: () => ignored++,
        flooded: (client) => dismiss(client, POLICY_VIOLATION),
        gone: leave,
      });
      if (isFull(address)) return dismiss(client, TRY_AGAIN_LATER);
      client.send(textFrame({ type: 'welcome', data: { message: `Belfry ${version}` } }));
      const channel = channels[protocol];
      const seat = { ...client, channel, address, mayStay, fail: () => dismiss(client, INTERNAL_ERROR) };
      seats.set(client, seat);
      channel.join(seat);
    },
    review,
    publish(state) {
      for (const channel of Object.values(channels)) channel.publish(state);
    },
    announce(message) {
      const announced = { type: message.type, frame: textFrame(message) };
      for (const channel of Object.values(channels)) channel.announce(announced);
    },
    clients: () => seats.size,
    ignoredMessages: () => ignored,
    close() {
      for (const cancel of timers) cancel();
      for (const client of seats.keys()) client.close(GOING_AWAY);
      clock.after(GOODBYE_MS, () => {
        for (const client of seats.keys()) client.drop();
      });
    },
  };
}
