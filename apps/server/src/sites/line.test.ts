import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { zstdCompressSync } from 'node:zlib';
import { CollectDown } from '@belfry/schema/collect/down';
import { CLOCK_MS, COLLECT_PROTOCOL } from '@belfry/schema/collect/protocol';
import { expect, test } from 'vitest';
import { decode, encode } from '../collect/frames.ts';
import { createAssembly, split } from '../collect/pieces.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { openLine } from './line.ts';

/** The far side of the wire: what a collector would see, and what it sends. */
function farSide(prove: () => 'proven' | 'wrong' = () => 'proven') {
  const clock = fakeClock();
  const assemble = createAssembly();
  const told: CollectDown[] = [];
  const seen: string[] = [];
  const refused: string[] = [];
  const end = (how: string) => () => {
    seen.push(how);
    socket.emit('close');
  };
  const socket = Object.assign(new EventEmitter(), {
    send(piece: Buffer) {
      const frame = assemble(piece);
      const message = frame.ok && frame.value ? decode(CollectDown, frame.value) : undefined;
      if (message?.ok) told.push(message.value);
    },
    close: end('close'),
    terminate: end('terminate'),
    pause: () => void seen.push('pause'),
    resume: () => void seen.push('resume'),
    bufferedAmount: 0,
  });
  openLine(
    socket,
    {
      prove: () => (prove() === 'proven' ? undefined : { id: 'collect.wrongProof' }),
      opened: () => void seen.push('opened'),
      refused: (_, { id }, isProven) => void refused.push(`${id} ${isProven}`),
      received: (_, message) => void seen.push(message.type),
      unreadable: (_, { values }) => void seen.push(JSON.parse(JSON.stringify(values)).reason.id),
      closed: () => void seen.push('closed'),
    },
    clock,
  );
  const piece = (bytes: Buffer) => void socket.emit('message', bytes, true);
  const raw = (frame: Buffer) => split(frame).forEach(piece);
  const hello = (protocol = COLLECT_PROTOCOL) =>
    raw(encode({ type: 'hello', protocol, version: '1', site: 's', run: 'r', signature: 'x' }));
  return { clock, socket, told, seen, refused, piece, raw, hello, last: () => told.at(-1) };
}

const tooLarge = {
  id: 'collect.frame',
  values: { reason: { id: 'collect.tooLarge', values: { limit: 4096 } } },
};

test('a line begins with a challenge, and nothing is taken before the proof', () => {
  const { told, seen, raw, hello } = farSide();
  expect(told).toMatchObject([{ type: 'challenge' }]);
  raw(encode({ type: 'clock', asked: 1, at: 1, answeredAt: 1 }));
  expect(seen).toEqual([]);
  hello();
  raw(encode({ type: 'clock', asked: 1, at: 1, answeredAt: 1 }));
  expect(seen).toEqual(['opened', 'clock']);
});

test('a wrong proof, a collector that is too old, and one that is too new are told why, and the line ends', () => {
  const wrong = farSide(() => 'wrong');
  wrong.hello();
  expect(wrong.last()).toMatchObject({ type: 'refused', sentence: { id: 'collect.wrongProof' }, isFinal: true });
  const old = farSide();
  old.hello(COLLECT_PROTOCOL - 3);
  expect(old.last()).toMatchObject({ sentence: { id: 'collect.tooOld' }, isFinal: true });
  const young = farSide();
  young.hello(COLLECT_PROTOCOL + 1);
  expect(young.last()).toMatchObject({ sentence: { id: 'collect.tooNew' }, isFinal: false });
  for (const { seen } of [wrong, old, young]) expect(seen).toEqual(['close']);
  // The server says it to its administrators too, and knows who has the key.
  expect([wrong, old, young].flatMap(({ refused }) => refused)).toEqual([
    'collect.wrongProof false',
    'collect.tooOld true',
    'collect.tooNew true',
  ]);
});

test('noise before the proof ends the line; after it the message is left out and named, and the line stays', () => {
  const stranger = farSide();
  stranger.raw(Buffer.from('noise'));
  expect(stranger.seen).toEqual(['close']);
  const known = farSide();
  known.hello();
  known.raw(Buffer.from('noise'));
  known.raw(encode({ type: 'clock', asked: 'x', at: 1, answeredAt: 1 }));
  known.raw(encode({ type: 'of the future' }));
  expect(known.seen.slice(0, 3)).toEqual(['opened', 'collect.noJson', 'field.is']);
  expect(known.seen).toHaveLength(4);
});

test('who opens a socket and says nothing is gone after ten seconds; a line that is dead is ended', async () => {
  const silent = farSide();
  await silent.clock.advance(10_000);
  expect(silent.seen).toEqual(['close']);
  const dead = farSide();
  dead.hello();
  await dead.clock.advance(3 * CLOCK_MS);
  expect(dead.seen).toEqual(['opened']);
  await dead.clock.advance(CLOCK_MS);
  expect(dead.seen).toEqual(['opened', 'terminate', 'closed']);
});

test('a collector that floods waits in its socket, and goes on afterwards', async () => {
  const { clock, seen, raw, hello } = farSide();
  hello();
  const large = encode({
    type: 'answer',
    id: 'x',
    outcome: { ok: true, value: Array.from({ length: 9000 }, Math.random) },
  });
  for (let sent = 0; sent < 100e6 && !seen.includes('pause'); sent += large.length) raw(large);
  expect(seen).toContain('pause');
  await clock.advance(10_000);
  expect(seen).toContain('resume');
});

test('before the proof a line takes no more than a hello: not in one message, in many, or unpacked', () => {
  const long = farSide();
  long.piece(Buffer.alloc(48 << 10));
  expect(long.last()).toMatchObject({ sentence: tooLarge });
  const packed = farSide();
  const bomb = zstdCompressSync(Buffer.alloc(8e6, ' '));
  expect(bomb.length).toBeLessThan(500);
  packed.raw(bomb);
  expect(packed.last()).toMatchObject({ sentence: tooLarge });
  const chatty = farSide();
  const clock = encode({ type: 'clock', asked: 1, at: 1, answeredAt: 1 });
  for (let sent = 0; sent <= 4096; sent += clock.length) chatty.raw(clock);
  for (const { seen } of [long, packed, chatty]) expect(seen).toEqual(['close']);
});

test('what a message is unpacked counts, and each message costs something', () => {
  const packed = farSide();
  packed.hello();
  const bomb = zstdCompressSync(Buffer.alloc(8e6, ' '));
  for (let i = 0; i < 3; i++) packed.raw(bomb);
  expect(packed.seen).not.toContain('pause');
  packed.raw(bomb);
  packed.raw(bomb);
  expect(packed.seen).toContain('pause');
  const busy = farSide();
  busy.hello();
  for (let i = 0; i < 3300; i++) busy.raw(encode({ type: 'clock', asked: 1, at: 1, answeredAt: 1 }));
  expect(busy.seen).toContain('pause');
});

test('who does not take what it is sent loses the line', () => {
  const { socket, seen, hello } = farSide();
  hello();
  expect(seen).toEqual(['opened']);
  const other = farSide();
  Object.assign(other.socket, { bufferedAmount: 33 << 20 });
  other.hello();
  expect(other.seen).toContain('terminate');
  expect(socket.bufferedAmount).toBe(0);
});

test('what waits for its turn holds the line, which is not taken for dead meanwhile, and lets it go on afterwards', async () => {
  const { clock, seen, raw, hello } = farSide();
  hello();
  await clock.advance(1);
  const value = randomBytes(200_000).toString('base64');
  const answer = encode({ type: 'answer', id: 'a', outcome: { ok: true, value } });
  raw(answer);
  raw(answer);
  raw(encode({ type: 'clock', asked: 1, at: 1, answeredAt: 1 }));
  expect(seen).toEqual(['opened', 'answer', 'pause']);
  await clock.advance(1);
  expect(seen).toEqual(['opened', 'answer', 'pause', 'answer', 'clock', 'resume']);
});
