import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBlock, encodeBlock } from './block.ts';
import { MISSING, scaleOf } from './scale.ts';

const MOST = 2 ** 30 - 1;
const code = fc.oneof(fc.constant(MISSING), fc.integer({ min: -MOST, max: MOST }), fc.integer({ min: 0, max: 1000 }));
const columns = fc.tuple(fc.integer({ min: 1, max: 32 }), fc.integer({ min: 1, max: 240 })).chain(([width, points]) =>
  fc.array(
    fc.oneof(
      code.map((one) => new Int32Array(points).fill(one)),
      // As values of longer steps are.
      fc
        .array(code, { minLength: 1, maxLength: points })
        .map((codes) => Int32Array.from({ length: points }, (_, n) => codes[Math.floor(n / 6) % codes.length] ?? 0)),
      fc.array(code, { minLength: points, maxLength: points }).map((codes) => Int32Array.from(codes)),
    ),
    { minLength: width, maxLength: width },
  ),
);

describe('a block', () => {
  it('gives back every number, missing ones and constant columns too', () => {
    fc.assert(
      fc.property(columns, (given) => {
        expect(decodeBlock(encodeBlock(given))).toEqual(given);
      }),
    );
  });

  it('gives the columns that are wanted, and nothing of the others', () => {
    fc.assert(
      fc.property(columns, fc.array(fc.nat(40)), (given, wanted) => {
        const expected = given.map((column, nth) => (wanted.includes(nth) ? column : new Int32Array(0)));
        expect(decodeBlock(encodeBlock(given), wanted)).toEqual(expected);
      }),
    );
  });

  it('is refused when any byte of it is another one', () => {
    fc.assert(
      fc.property(columns, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, at, change) => {
        const block = encodeBlock(given);
        const index = at % block.length;
        block[index] = (block[index] ?? 0) ^ change;
        // Some bits have no meaning: then it reads as before, and never as anything else.
        expect([undefined, given]).toContainEqual(decodeBlock(block));
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused when its end is missing or another one follows', () => {
    fc.assert(
      fc.property(columns, fc.nat(), (given, at) => {
        const block = encodeBlock(given);
        expect(decodeBlock(block.subarray(0, at % block.length))).toBeUndefined();
        expect(decodeBlock(Buffer.concat([block, block.subarray(1)]))).toBeUndefined();
      }),
    );
  });

  it('is never read from random bytes', () => {
    const header = [1, 0x28, 0xb5, 0x2f, 0xfd];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), (bytes, isFrame) => {
        expect(decodeBlock(isFrame ? Uint8Array.from([...header, ...bytes]) : bytes)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('that was stored before numbers could be repeated is read', () => {
    const block = Buffer.from('0128b52ffd240c61000002040b010101000687897a0051564143', 'hex');
    expect(decodeBlock(block)).toEqual([Int32Array.of(5, 5, 5, 5), Int32Array.of(MISSING, -3, 1_000_000, MISSING)]);
  });

  it('of longer steps stores each value once', () => {
    const values = Int32Array.from({ length: 40 }, (_, n) => (n * 7919) % 1009);
    const repeated = Int32Array.from({ length: 240 }, (_, n) => values[Math.floor(n / 6)] ?? 0);
    expect(decodeBlock(encodeBlock([repeated, repeated]))).toEqual([repeated, repeated]);
    expect(encodeBlock([repeated]).length).toBeLessThanOrEqual(encodeBlock([values]).length + 1);
    const other = Int32Array.from({ length: 240 }, (_, n) => Math.floor(n / 5));
    expect(decodeBlock(encodeBlock([repeated, other]))).toEqual([repeated, other]);
  });

  it('of an hour in which nothing changes takes fewer than 60 bytes', () => {
    expect(encodeBlock(Array.from({ length: 7 }, () => new Int32Array(60).fill(432))).length).toBeLessThan(60);
  });
});

describe('a scale', () => {
  const value = fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 1e15, noNaN: true }));

  it('keeps a value within half a step', () => {
    const { encode, decode } = scaleOf({ step: 0.1 });
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (given) => {
        expect(Math.abs(decode(encode(given)) - given)).toBeLessThanOrEqual(0.05 + 1e-9);
      }),
    );
    expect(decode(encode(0.3))).toBe(0.3);
  });

  it('keeps as many digits of a value as its metric has', () => {
    for (const digits of [3, 4]) {
      const { encode, decode } = scaleOf({ digits });
      const most = 0.5 * 10 ** (1 - digits);
      fc.assert(
        fc.property(value, (given) => {
          expect(Math.abs(decode(encode(given)) - given)).toBeLessThanOrEqual(most * (1 + given) * 1.001);
        }),
      );
      expect([decode(encode(0)), decode(encode(-1000))]).toEqual([0, -decode(encode(1000))]);
    }
  });

  it('keeps the order, and a value that was stored stays as it is when it is stored again', () => {
    for (const { encode, decode } of [scaleOf({ step: 0.01 }), scaleOf({ step: 1 }), scaleOf({ digits: 3 })])
      fc.assert(
        fc.property(value, value, (a, b) => {
          expect(encode(Math.min(a, b))).toBeLessThanOrEqual(encode(Math.max(a, b)));
          expect(encode(decode(encode(a)))).toBe(encode(a));
        }),
      );
  });

  it('has no number for what is not a finite value', () => {
    const { encode, decode } = scaleOf({ digits: 3 });
    for (const given of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(decode(encode(given))).toBeNaN();
  });
});
