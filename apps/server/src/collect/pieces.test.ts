import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAssembly, split } from './pieces.ts';

test.for([0, 1, 48 << 10, (48 << 10) + 1, 1 << 20])(
  'a frame of %d bytes arrives whole, in pieces that a socket accepts',
  (size) => {
    const frame = randomBytes(size);
    const assemble = createAssembly();
    const arrived = split(frame).map((piece) => {
      expect(piece.length).toBeLessThan(64 << 10);
      return assemble(piece);
    });
    expect(arrived.slice(0, -1).every((each) => each.ok && each.value === undefined)).toBe(true);
    expect(arrived.at(-1)).toEqual({ ok: true, value: frame });
  },
);

test('a frame without an end is refused, and the next one is read', () => {
  const assemble = createAssembly();
  const piece = Buffer.alloc(1 << 20);
  const results = Array.from({ length: 9 }, () => assemble(piece));
  expect(results.filter(({ ok }) => !ok)).toHaveLength(1);
  const again = createAssembly();
  expect(again(Buffer.from([1, 7]))).toEqual({ ok: true, value: Buffer.from([7]) });
});

test('a frame of empty pieces has an end too', () => {
  const assemble = createAssembly();
  const results = Array.from({ length: 100_000 }, () => assemble(Buffer.alloc(0)));
  expect(results.some(({ ok }) => !ok)).toBe(true);
});
