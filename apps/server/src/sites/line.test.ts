import { EventEmitter } from 'node:events';
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
  });
  openLine(
    socket,
    {
      prove: () => (prove() === 'proven' ? undefined : { id: 'collect.wrongProof' }),
      opened: () => void seen.push('opened'),
      received: (_, message) => void seen.push(message.type),
      unreadable: (_, reason) => void seen.push(reason.id),
      closed: () => void seen.push('closed'),
    },
    clock,
  );
  const raw = (frame: Buffer) => {
    for (const piece of split(frame)) socket.emit('message', piece, true);
  };
  const hello = (protocol = COLLECT_PROTOCOL) =>
    raw(encode({ type: 'hello', protocol, version: '1', site: 's', run: 'r', signature: 'x' }));
  return { clock, told, seen, raw, hello, last: () => told.at(-1) };
}

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
