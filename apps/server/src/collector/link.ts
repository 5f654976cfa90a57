// The line of a collector to its server: it is opened again for ever, with the proof of the key each time.
import { isDeepStrictEqual } from 'node:util';
import { backoffMs } from '@belfry/domain/backoff';
import { english } from '@belfry/domain/sentences/english';
import { CollectDown } from '@belfry/schema/collect/down';
import { CLOCK_MS, COLLECT_PATH, COLLECT_PROTOCOL } from '@belfry/schema/collect/protocol';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Sentence, WireSentence } from '@belfry/schema/sentences/sentence';
import { decode, encode } from '../collect/frames.ts';
import { createAssembly, split } from '../collect/pieces.ts';
import { prove } from '../collect/proof.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Membership } from './membership.ts';
import { serverAgent, WebSocket } from './server-agent.ts';

export interface LinkDeps {
  membership: Membership;
  run: string;
  version: string;
  /** What the server says once the line is proven. */
  received(message: Exclude<CollectDown, { type: 'challenge' | 'refused' | 'not-taken' }>): void;
  /** Another run with the same keys has taken the line. */
  replaced(): void;
  clock: Clock;
  random(): number;
  log: Pick<Logger, 'info' | 'warn'>;
}

export interface Link {
  send(message: CollectUp): void;
  /** Bytes that are on their way. Infinite without a line. */
  waiting(): number;
  /** `notTaken`: what the server last did not take, since the line was opened. */
  state(): { isOpen: boolean; since: number; refusal?: WireSentence; notTaken?: WireSentence };
  close(): Promise<void>;
}

const FIRST_MS = 1000;
const CAP_MS = 60_000;
/** After a refusal that only a person can change. */
const REFUSED_MS = 60_000;
/** Somebody compares the fingerprint and accepts it, often with the other one on the telephone. */
const WAITING_MS = 5000;
const DEAD_MS = 3 * CLOCK_MS;

export function openLink({ membership, run, version, received, replaced, clock, random, log }: LinkDeps): Link {
  const { site, keys, server, pin } = membership;
  const agent = serverAgent(pin);
  const url = new URL(COLLECT_PATH.slice(1), server.endsWith('/') ? server : `${server}/`);
  url.protocol = url.protocol.replace('http', 'ws');
  let socket: WebSocket | undefined;
  let isOpen = false;
  let isOver = false;
  let failures = 0;
  let since = clock.now();
  let refusal: WireSentence | undefined;
  let notTaken: WireSentence | undefined;
  let cancelRetry = () => {};

  const send = (message: CollectUp) => {
    if (socket?.readyState === WebSocket.OPEN) for (const piece of split(encode(message))) socket.send(piece);
  };

  function open(): void {
    const assemble = createAssembly();
    const own = new WebSocket(url, { dispatcher: agent });
    socket = own;
    own.binaryType = 'arraybuffer';
    let last = clock.monotonic();
    let wait: number | undefined;
    const watch = clock.every(CLOCK_MS, () => clock.monotonic() - last > DEAD_MS && own.close());
    const take = (message: CollectDown) => {
      if (message.type === 'challenge') {
        const signature = prove(keys.signing, site, message.nonce);
        return send({ type: 'hello', protocol: COLLECT_PROTOCOL, version, site, run, signature });
      }
      if (message.type === 'refused') {
        const text = english(message.sentence as Sentence);
        if (!isDeepStrictEqual(message.sentence, refusal)) log.warn(`the server refused this collector: ${text}`);
        refusal = message.sentence;
        if (refusal.id === 'collect.replaced') replaced();
        // A server that stops is started again in a moment, as after an update.
        if (refusal.id !== 'collect.stopping') wait = refusal.id === 'collect.waiting' ? WAITING_MS : REFUSED_MS;
        return own.close();
      }
      if (message.type === 'not-taken') {
        const text = english(message.sentence as Sentence);
        if (!isDeepStrictEqual(message.sentence, notTaken)) log.warn(`the server did not take a message: ${text}`);
        notTaken = message.sentence;
        return;
      }
      if (message.type === 'welcome') {
        [isOpen, since, failures, refusal, notTaken] = [true, clock.now(), 0, undefined, undefined];
        log.info({ server: url.origin }, `connected as the site "${message.site}"`);
      }
      received(message);
    };
    own.addEventListener('message', ({ data }) => {
      last = clock.monotonic();
      const frame = assemble(new Uint8Array(data as ArrayBuffer));
      if (!frame.ok) return own.close();
      const message = frame.value && decode(CollectDown, frame.value);
      // A newer server may say what this version does not know.
      if (message?.ok) take(message.value);
    });
    own.addEventListener('error', () => {});
    own.addEventListener('close', () => {
      watch();
      if (isOpen) {
        [isOpen, since] = [false, clock.now()];
        log.warn({ server: url.origin }, 'the line to the server has ended');
      }
      if (isOver) return;
      failures++;
      const pause = wait ?? backoffMs(failures, FIRST_MS, CAP_MS);
      cancelRetry = clock.after(pause * (0.5 + random() / 2), open);
    });
  }
  open();

  return {
    send,
    waiting: () => (isOpen ? (socket?.bufferedAmount ?? 0) : Number.POSITIVE_INFINITY),
    state: () => ({ isOpen, since, ...(refusal && { refusal }), ...(notTaken && { notTaken }) }),
    async close() {
      isOver = true;
      cancelRetry();
      socket?.close();
      await agent.destroy();
    },
  };
}
