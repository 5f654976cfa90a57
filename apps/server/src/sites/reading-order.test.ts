import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReadingOrder } from './reading-order.ts';

const LONG = 100_000;

function stage() {
  let spent = 0;
  let due: (() => unknown)[] = [];
  const after = (_: number, run: () => unknown) => {
    due.push(run);
    return () => {};
  };
  const turns = createReadingOrder({ monotonic: () => spent, after });
  /** Everything else was done. */
  const later = () => {
    const now = due;
    due = [];
    for (const run of now) run();
  };
  const read: string[] = [];
  const lines = new Map<string, object>();
  const lineOf = (name: string): object => {
    const line = lines.get(name) ?? {};
    lines.set(name, line);
    return line;
  };
  /** A message of a line, such as `a1`, that takes some time to read. */
  const say = (text: string, bytes = 100, ms = 0) =>
    turns.take(lineOf(text[0] as string), {
      bytes,
      read() {
        spent += ms;
        read.push(text);
      },
    });
  return { later, turns, read, say, lineOf };
}

test('a message is read at once while there is time', () => {
  const { read, say } = stage();
  expect([say('a1'), say('b1'), say('a2')]).toEqual([true, true, true]);
  expect(read).toEqual(['a1', 'b1', 'a2']);
});

test('what takes long lets everything else run before the next message, and no line overtakes itself', () => {
  const { later, turns, read, say, lineOf } = stage();
  say('a1', 100, 50);
  expect([say('b1'), say('a2'), say('b2')]).toEqual([false, false, false]);
  expect(read).toEqual(['a1']);
  expect(turns.isWaiting(lineOf('b'))).toBe(true);
  later();
  expect(read).toEqual(['a1', 'b1', 'a2']);
  later();
  expect(read).toEqual(['a1', 'b1', 'a2', 'b2']);
  expect(turns.isWaiting(lineOf('b'))).toBe(false);
});

test('of the sites that say everything at once one is read in a turn, after the short messages of others', () => {
  const { later, read, say } = stage();
  for (const name of ['a', 'b', 'c']) say(`${name}1`, LONG);
  say('d1');
  say('b2');
  expect(read).toEqual(['a1']);
  later();
  expect(read).toEqual(['a1', 'd1', 'b1']);
  later();
  expect(read).toEqual(['a1', 'd1', 'b1', 'b2', 'c1']);
});

test('what a line said that has ended is not read, and a message that throws does not hold up the others', () => {
  const { later, turns, read, say, lineOf } = stage();
  say('a1', LONG);
  say('b1', LONG);
  turns.take(lineOf('c'), {
    bytes: 100,
    read() {
      throw new Error('c');
    },
  });
  say('d1');
  turns.leave(lineOf('b'));
  expect(() => later()).toThrow('c');
  later();
  expect(read).toEqual(['a1', 'd1']);
});

test('every message is read, and those of a line in their order, whatever comes when', () => {
  const message = fc.record({
    line: fc.constantFrom('a', 'b', 'c', 'd'),
    bytes: fc.constantFrom(100, LONG),
    ms: fc.nat({ max: 30 }),
    isLater: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), (messages) => {
      const { later, read, say } = stage();
      for (const [n, { line, bytes, ms, isLater }] of messages.entries()) {
        if (isLater) later();
        say(`${line}${n}`, bytes, ms);
      }
      for (let turn = 0; turn <= messages.length; turn++) later();
      expect(read).toHaveLength(messages.length);
      for (const name of ['a', 'b', 'c', 'd']) {
        const numbers = read.filter((text) => text.startsWith(name)).map((text) => Number(text.slice(1)));
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      }
    }),
  );
});
