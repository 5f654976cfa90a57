// All clients of the socket: two channels, one per encoding, and the pings.
import { PING_INTERVAL_MS } from '@belfry/schema/defaults';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { Up } from '@belfry/schema/messages/up';
import type { State } from '@belfry/schema/state';
import type { WebSocket } from '@fastify/websocket';
import type { Clock } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import { forAll } from '../lib/for-all.ts';
import { type Channel, createChannel, type Receiver } from './channel.ts';
import { type Client, createClient } from './client.ts';
import { createDeltas } from './deltas.ts';
import { textFrame } from './encoding.ts';
import { createPlain } from './plain.ts';
import type { PlainText } from './plain-text.ts';

/** How often clients are pinged and checked. */
const PROBE_MS = 15_000;
/** How long a client may take to close its side. */
const CLOSING_MS = 500;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;
const TRY_AGAIN_LATER = 1013;
/** One address may be a proxy with a whole office behind it; each socket costs about 30 KB. */
const MAX_CLIENTS = 1000;
const MAX_OF_ONE_ADDRESS = 250;

type Protocol = 'deltas' | 'plain';

interface Newcomer {
  protocol: Protocol;
  address?: string;
  /** Whether the credentials of the connection are still valid. Default: always. */
  mayStay?: (() => boolean) | undefined;
}

export type Hub = ReturnType<typeof createHub>;

export interface HubOptions {
  initial: State;
  plainText: Pick<PlainText, 'of'>;
  clock: Clock;
  onDefect: OnDefect;
  version: string;
  /** The limit for a message with a full state; default: 256 MiB. */
  mostBytes?: number | undefined;
}

/** A client, and what the hub knows about it. */
interface Subscriber extends Client, Receiver {
  channel: Channel<Subscriber>;
  address: string;
  mayStay(): boolean;
}

export function createHub({ initial, plainText, clock, onDefect, version, mostBytes }: HubOptions) {
  const options = { initial, clock, onDefect };
  const channels: Record<Protocol, Channel<Subscriber>> = {
    deltas: createChannel(createDeltas(initial, clock, mostBytes), options),
    plain: createChannel(createPlain(initial, plainText), options),
  };
  const subscribers = new Map<Client, Subscriber>();
  let ignored = 0;

  const stamp = () => ({ timestamp: Math.floor(clock.now() / 1000) });
  const stamped = (type: 'ping' | 'pong') => textFrame({ type, data: stamp() });
  const answer = (client: Client, request: Up) => {
    const { type } = request;
    const subscriber = subscribers.get(client);
    if (type === 'ping') client.send(stamped('pong'));
    if (type === 'requestArchives') subscriber?.channel.archives(subscriber);
    if (type === 'requestData' || type === 'resync') subscriber?.channel.resync(subscriber);
    if (type === 'view') subscriber?.channel.view(subscriber, request.data.instances);
  };
  const leave = (client: Client) => {
    const subscriber = subscribers.get(client);
    subscriber?.channel.leave(subscriber);
    subscribers.delete(client);
  };
  /** Sends nothing more to the client, even if the closing takes long. */
  const dismiss = (client: Client, code: number) => {
    leave(client);
    client.close(code);
    clock.after(CLOSING_MS, client.drop);
  };
  const may = ({ mayStay }: Subscriber): boolean => {
    try {
      return mayStay();
    } catch (error) {
      // If the check itself fails, the client stays.
      onDefect(error, 'the review of a socket');
      return true;
    }
  };
  const review = () => {
    for (const [client, subscriber] of subscribers) if (!may(subscriber)) dismiss(client, POLICY_VIOLATION);
  };
  const probe = () => {
    review();
    for (const client of subscribers.keys()) {
      if (client.isLost()) client.drop();
      else client.probe();
    }
  };
  const beat = () => {
    const frame = stamped('ping');
    for (const client of subscribers.keys()) client.send(frame);
  };
  const timers = [clock.every(PROBE_MS, probe), clock.every(PING_INTERVAL_MS, beat)];
  const isFull = (address: string): boolean =>
    subscribers.size >= MAX_CLIENTS ||
    [...subscribers.values()].filter((subscriber) => subscriber.address === address).length >= MAX_OF_ONE_ADDRESS;

  return {
    /**
     * Sends `welcome`, the full state, then every change, as long as the client may stay. Refuses the client when there are
     * too many.
     */
    join(socket: WebSocket, { protocol, address = '', mayStay = () => true }: Newcomer) {
      const client = createClient(socket, {
        now: clock.monotonic,
        requested: answer,
        ignored: () => ignored++,
        flooded: (client) => dismiss(client, POLICY_VIOLATION),
        gone: leave,
      });
      if (isFull(address)) return dismiss(client, TRY_AGAIN_LATER);
      client.send(textFrame({ type: 'welcome', data: { message: `Belfry ${version}`, ...stamp() } }));
      const channel = channels[protocol];
      const subscriber = { ...client, channel, address, mayStay, fail: () => dismiss(client, INTERNAL_ERROR) };
      subscribers.set(client, subscriber);
      channel.join(subscriber);
    },
    /** Checks whether each client may stay, and closes those that may not. Every probe does the same. */
    review,
    publish(state: State) {
      forAll(Object.values(channels), (channel) => channel.publish(state));
    },
    /** Sends a message to all clients, after the states that were published before. */
    announce(message: Announcement) {
      const announced = { type: message.type, frame: textFrame(message) };
      forAll(Object.values(channels), (channel) => channel.announce(announced));
    },
    clients: (): number => subscribers.size,
    /** The number of frames from clients that were not valid messages, since the start. */
    ignoredMessages: (): number => ignored,
    close() {
      for (const cancel of timers) cancel();
      for (const client of subscribers.keys()) client.close(GOING_AWAY);
      clock.after(CLOSING_MS, () => {
        for (const client of subscribers.keys()) client.drop();
      });
    },
  };
}
