// One connection of a collector: the proof of its key, then messages in both directions.
import { randomBytes } from 'node:crypto';
import { fail } from '@belfry/domain/result';
import type { CollectDown } from '@belfry/schema/collect/down';
import { CLOCK_MS, COLLECT_PROTOCOL, MAX_FRAME_BYTES, OLDEST_PROTOCOL } from '@belfry/schema/collect/protocol';
import { CollectUp } from '@belfry/schema/collect/up';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { decode, encode } from '../collect/frames.ts';
import { createAssembly, split } from '../collect/pieces.ts';
import { type Cancel, type Clock, type Moment, momentOf } from '../lib/clock.ts';
import { createReadingOrder, type ReadingOrder } from './reading-order.ts';
import { createTraffic, type Traffic } from './traffic.ts';

/** What a line needs of a socket. */
export interface Socket {
  send(data: Buffer): void;
  close(code: number, reason?: string): void;
  terminate(): void;
  pause(): void;
  resume(): void;
  /** Bytes that were sent and that the other side has not taken. */
  readonly bufferedAmount: number;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): void;
  on(event: 'close', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
}
export type Message = Exclude<CollectUp, { type: 'hello' }>;
type Hello = Extract<CollectUp, { type: 'hello' }>;

/** The instance that it is about. */
export const idIn = (message: Extract<Message, { type: 'observation' | 'part' }>): string =>
  message.type === 'part' ? message.instance : message.observation.instance.id;

export interface Line {
  send(message: CollectDown): void;
  /** Says why, and closes. */
  end(sentence: Sentence, isFinal: boolean): void;
  /** What it has said is not read yet, and it cannot say more meanwhile. */
  isHeld(): boolean;
}

export interface LineEvents {
  /** Undefined: it may stay. */
  prove(hello: Hello, nonce: string): Sentence | undefined;
  opened(line: Line, hello: Hello): void;
  /** The line ends for this. `isProven`: who opened it has the key of the site. */
  refused(hello: Hello, sentence: Sentence, isProven: boolean): void;
  received(line: Line, message: Message, now: Moment): void;
  /** A message that cannot be read. The line stays. */
  unreadable(line: Line, reason: Sentence): void;
  closed(line: Line): void;
}

const HELLO_MS = 10_000;
/** A line without a message for so long is dead, although nobody closed it. */
const DEAD_MS = 3 * CLOCK_MS;
const POLICY = 1008;
/** What a collector may send, in bytes of messages as they are read: 32 MB at once, and 1 MB a second. More waits in its socket. */
const BURST_BYTES = 32e6;
const BYTES_PER_MS = 1000;
/** The least that a message costs: each one makes the server look at everything again. */
const MESSAGE_BYTES = 10_000;
/** A hello has some hundred bytes. Nobody needs to say more before the proof. */
const MAX_STRANGE_BYTES = 4096;
/** Who does not take what it is sent is no collector. An assignment of 10,000 hosts has 10 MB. */
const MAX_BUFFERED_BYTES = 32 << 20;

export function openLine(
  socket: Socket,
  events: LineEvents,
  clock: Clock,
  turns: ReadingOrder = createReadingOrder(clock),
  traffic: Pick<Traffic, 'received' | 'sent'> = createTraffic(clock.monotonic),
): void {
  const nonce = randomBytes(32).toString('base64url');
  let isProven = false;
  const most = () => (isProven ? MAX_FRAME_BYTES : MAX_STRANGE_BYTES);
  const assemble = createAssembly(most);
  let strange = 0;
  let isOver = false;
  let last = clock.monotonic();
  let budget = BURST_BYTES;
  const timers: Cancel[] = [];
  let holds = 0;
  const hold = () => {
    if (holds++ === 0) socket.pause();
  };
  const release = () => {
    if (--holds === 0 && !isOver) socket.resume();
  };

  const line: Line = {
    send(message) {
      if (isOver) return;
      for (const piece of split(encode(message))) {
        traffic.sent(piece.length);
        socket.send(piece);
      }
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
    },
    end(sentence, isFinal) {
      line.send({ type: 'refused', sentence, isFinal });
      isOver = true;
      socket.close(POLICY);
    },
    isHeld: () => holds > 0,
  };
  const begin = (hello: Hello) => {
    const { protocol } = hello;
    const proof = events.prove(hello, nonce);
    const refused =
      protocol < OLDEST_PROTOCOL
        ? ({ id: 'collect.tooOld', values: { version: protocol, oldest: OLDEST_PROTOCOL } } as const)
        : protocol > COLLECT_PROTOCOL
          ? ({ id: 'collect.tooNew', values: { version: protocol, newest: COLLECT_PROTOCOL } } as const)
          : proof;
    if (refused) {
      events.refused(hello, refused, proof === undefined);
      return line.end(refused, refused.id !== 'collect.waiting' && refused.id !== 'collect.tooNew');
    }
    [isProven, strange] = [true, 0];
    timers.push(clock.every(CLOCK_MS, () => line.send({ type: 'clock', at: clock.now() })));
    events.opened(line, hello);
    line.send({ type: 'clock', at: clock.now() });
  };
  /** A hostile collector costs no more than a large one. */
  const spend = (bytes: number, now: number) => {
    budget = Math.min(BURST_BYTES, budget + (now - last) * BYTES_PER_MS) - bytes;
    if (budget >= 0) return;
    hold();
    timers.push(clock.after(-budget / BYTES_PER_MS, release));
  };

  /** `now`: when it arrived. `piece`: the bytes of its last piece. */
  const read = (frame: Buffer, now: Moment, piece: number) => {
    if (isOver) return;
    let bytes = piece;
    const weigh = (unpacked: number) => {
      bytes += Math.max(MESSAGE_BYTES, unpacked);
    };
    const message = decode(CollectUp, frame, most(), weigh);
    spend(bytes, now.monotonic);
    last = now.monotonic;
    if (!message.ok) {
      const reason: Sentence = { id: 'collect.frame', values: { reason: message.error } };
      return isProven ? events.unreadable(line, reason) : line.end(reason, true);
    }
    if (message.value.type === 'hello') return isProven ? undefined : begin(message.value);
    if (isProven) events.received(line, message.value, now);
  };

  socket.on('message', (data) => {
    if (isOver) return;
    const now = momentOf(clock);
    traffic.received(data.length);
    if (!isProven) strange += data.length;
    const frame = strange > MAX_STRANGE_BYTES ? fail('too large') : assemble(data);
    if (!frame.ok) {
      const reason = { id: 'collect.tooLarge', values: { limit: most() } } as const;
      const sentence = { id: 'collect.frame', values: { reason } } as const;
      if (isProven) events.unreadable(line, sentence);
      return line.end(sentence, false);
    }
    const { value } = frame;
    if (!value) {
      spend(data.length, now.monotonic);
      last = now.monotonic;
      return;
    }
    let isLate = false;
    const isRead = turns.take(line, {
      bytes: value.length,
      read() {
        try {
          read(value, now, data.length);
        } finally {
          if (isLate) release();
        }
      },
    });
    if (isRead) return;
    isLate = true;
    hold();
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    isOver = true;
    turns.leave(line);
    for (const cancel of timers) cancel();
    if (isProven) events.closed(line);
  });
  timers.push(
    clock.after(HELLO_MS, () => isProven || socket.close(POLICY)),
    clock.every(CLOCK_MS, () => holds === 0 && clock.monotonic() - last > DEAD_MS && socket.terminate()),
  );
  line.send({ type: 'challenge', nonce });
}
