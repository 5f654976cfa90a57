// The only WebSocket: it connects, keeps the connection alive, retries with growing delays, and passes messages on in order.
import { backoffMs } from '@belfry/domain/backoff';
import {
  DELTA_PROTOCOL,
  PING_INTERVAL_MS,
  RECONNECT_BASE_MS,
  RECONNECT_CAP_MS,
  SOCKET_PATH,
} from '@belfry/schema/defaults';
import type { Up } from '@belfry/schema/messages/up';
import { base } from '../lib/base.ts';
import { timeNow } from '../lib/now.ts';
import { createDecoder, type Decode } from './decoder.ts';
import type { Frame, Message } from './message.ts';
import { createResync } from './resync.ts';
import { onBrowserWake } from './wake.ts';

/** `retryAt` is the time of the next attempt in epoch milliseconds, null while an attempt is running. */
export type ConnectionState =
  | { state: 'connecting' }
  | { state: 'connected'; again: boolean }
  | { state: 'reconnecting'; retryAt: number | null }
  /** The server answers, and this page cannot apply what it sends. */
  | { state: 'failing'; reason: string }
  | { state: 'closed' };

/** The part of a browser's WebSocket that is used here. */
export interface Wire {
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { data: Frame }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export interface SocketOptions {
  onConnection(connection: ConnectionState): void;
  /** May throw: the message then counts as not applied, and a snapshot is requested. */
  onMessage(message: Message): void;
  open?: () => Wire;
  decode?: Decode;
  /** Calls the listener when the computer may have slept, or has a network again. */
  onWake?(listener: () => void): void;
  /** 0 to 1. */
  random?(): number;
  /** For the console of the browser. */
  reportError?(error: unknown): void;
}

/** How long a server has to answer after the computer woke up. */
const WAKE_ANSWER_MS = 5_000;

export type Socket = ReturnType<typeof createSocket>;

const browserWire = (): Wire => {
  const { protocol, host } = window.location;
  const scheme = protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${host}${base}${SOCKET_PATH}?protocol=${DELTA_PROTOCOL}`) as Wire;
};

export function createSocket({
  onConnection,
  onMessage,
  open = browserWire,
  decode = createDecoder(),
  onWake = onBrowserWake,
  random = Math.random,
  reportError = (error) => globalThis.reportError(error),
}: SocketOptions) {
  let wire: Wire | undefined;
  let started = false;
  let opened = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let wakeCheck: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = true;

  const send = (message: Up) => wire?.send(JSON.stringify(message));
  const resync = createResync({
    ask: () => send({ type: 'resync' }),
    onFailing: (reason) => onConnection({ state: 'failing', reason }),
  });

  function connect(): void {
    const own = open();
    wire = own;
    own.binaryType = 'arraybuffer';
    // inflating is asynchronous: frames wait for each other, and frames of a lost connection are dropped
    let last = Promise.resolve();
    own.onopen = () => {
      onConnection({ state: 'connected', again: opened });
      opened = true;
      failures = 0;
      hasAnswered = true;
      beat = setInterval(alive, PING_INTERVAL_MS);
    };
    own.onmessage = ({ data }) => {
      hasAnswered = true;
      last = last
        .then(() =>
          decode(data, (message) => {
            if (wire !== own) return;
            if (!message) throw new Error('A message of the server cannot be read.');
            receive(message);
          }),
        )
        .catch((error: unknown) => {
          if (wire !== own) return;
          reportError(error);
          resync.failed(error);
        });
    };
    own.onclose = () => wire === own && lost();
  }

  function receive(message: Message): void {
    if (message.type === 'ping') send({ type: 'pong', data: { timestamp: Date.now() } });
    onMessage(message);
    if (message.type === 'snapshot' && resync.applied()) onConnection({ state: 'connected', again: true });
  }

  /** A server that has sent nothing since the last ping is gone, even if the network has not noticed. */
  function alive(): void {
    if (!hasAnswered) {
      lost();
      return;
    }
    hasAnswered = false;
    send({ type: 'ping', data: { timestamp: Date.now() } });
  }

  function lost(): void {
    drop();
    // up to a fifth less: browsers that lost the same server do not come back all at once
    const delay = backoffMs(++failures, RECONNECT_BASE_MS, RECONNECT_CAP_MS) * (1 - random() / 5);
    retry = setTimeout(attempt, delay);
    onConnection({ state: 'reconnecting', retryAt: timeNow() + delay });
  }

  /** After a sleep a dead connection looks open, and the wait for the next attempt has nothing to do with the server. */
  function woke(): void {
    if (retry !== undefined) attempt();
    else if (beat !== undefined && wakeCheck === undefined) {
      hasAnswered = false;
      send({ type: 'ping', data: { timestamp: Date.now() } });
      wakeCheck = setTimeout(() => {
        wakeCheck = undefined;
        if (!hasAnswered) lost();
      }, WAKE_ANSWER_MS);
    }
  }
  onWake(woke);

  function attempt(): void {
    drop();
    onConnection({ state: 'reconnecting', retryAt: null });
    connect();
  }

  function drop(): void {
    for (const timer of [retry, wakeCheck]) clearTimeout(timer);
    clearInterval(beat);
    retry = wakeCheck = beat = undefined;
    resync.reset();
    const old = wire;
    wire = undefined;
    old?.close(1000, 'Reconnecting');
  }

  return {
    send,
    /** Makes the first attempt. Nothing happens before it, and a second call does nothing. */
    start() {
      if (started) return;
      started = true;
      onConnection({ state: 'connecting' });
      connect();
    },
    /** Skips the wait for the next attempt. */
    reconnect: attempt,
    /** Closes on purpose: there is no retry until `reconnect`. */
    close() {
      drop();
      onConnection({ state: 'closed' });
    },
  };
}
