import { expect, test } from 'vitest';
import { createSystemClock } from './clock.ts';
import { createDefects } from './defects.ts';
import { createLogger } from './logger.ts';

function setUp() {
  const lines: { where: string; count: number; msg: string; err: { message: string } }[] = [];
  const log = createLogger('error', (line) => lines.push(JSON.parse(line)));
  let now = 0;
  const defects = createDefects({ log, now: () => ++now * 1000 });
  return { defects, lines, clock: createSystemClock(defects.note) };
}
const broken = () => {
  throw new Error('our mistake');
};

test('an error in a timer, once or repeatedly, or in its promise is recorded and does not end the process', async () => {
  const { defects, clock } = setUp();
  let turns = 0;
  const over = new Promise<void>((done) => {
    clock.after(0, broken);
    clock.after(0, async function later() {
      broken();
    });
    const cancel = clock.every(1, () => {
      if (++turns < 3) broken();
      cancel();
      done();
    });
  });
  // The timers of the clock do not keep the process alive.
  const alive = setTimeout(() => {}, 10_000);
  await over;
  clearTimeout(alive);
  expect(defects.list().map(({ where, count }) => [where, count])).toEqual([
    ['a timer, broken', 1],
    ['a timer, later', 1],
    ['a timer', 2],
  ]);
});

test('all defects of one kind are one entry with a count, the first and the last time, and one log line per power of ten', () => {
  const { defects, lines } = setUp();
  for (let n = 1; n <= 1500; n++) defects.note(new Error(`number ${n}`), 'a test');
  expect(defects.list()).toEqual([
    {
      where: 'a test',
      message: 'Error: number 1500',
      count: 1500,
      first: '1970-01-01T00:00:01.000Z',
      last: '1970-01-01T00:25:00.000Z',
    },
  ]);
  expect(lines.map(({ count, err }) => [count, err.message])).toEqual([
    [1, 'number 1'],
    [10, 'number 10'],
    [100, 'number 100'],
    [1000, 'number 1000'],
  ]);
});

test('the stored defects stay small for any thrown value and any number of errors', () => {
  const { defects, lines } = setUp();
  defects.note(undefined, 'a test');
  for (let n = 0; n < 5000; n++) defects.note(`${n} `.repeat(10_000), 'a test');
  const list = defects.list();
  expect(list[0]?.message).toBe('undefined');
  expect(list.length).toBeLessThanOrEqual(101);
  expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(5001);
  for (const { message = '' } of list) expect(message.length).toBeLessThanOrEqual(500);
  expect(lines.length).toBeLessThan(110);
});

test('an unexpected error is a problem of the server until an hour after the last one', () => {
  let now = 0;
  const defects = createDefects({ log: createLogger('error', () => {}), now: () => now });
  expect(defects.problems()).toEqual({});
  const since = '1970-01-01T00:00:00.000Z';
  const error = new Error('first');
  defects.note(error, 'a test');
  now = 50 * 60_000;
  defects.note(error, 'a test');
  expect(defects.problems()).toMatchObject({
    defects: { since, message: expect.stringContaining('a test: Error: first') },
  });
  now += 59 * 60_000;
  expect(defects.problems()).toHaveProperty('defects');
  now += 2 * 60_000;
  expect(defects.problems()).toEqual({});
});
