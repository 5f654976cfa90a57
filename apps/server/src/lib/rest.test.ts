import { expect, test } from 'vitest';
import { createRest } from './rest.ts';

function setUp() {
  let time = 0;
  const rest = createRest({ monotonic: () => time }, 1000);
  const spend = (ms: number) => {
    time += ms;
  };
  return { rest, spend };
}

test('after work comes a rest of thirty-nine times its length, and of a second at most', () => {
  const { rest, spend } = setUp();
  expect(rest.isOver()).toBe(true);
  rest.after(() => spend(10));
  spend(389);
  expect(rest.isOver()).toBe(false);
  spend(1);
  expect(rest.isOver()).toBe(true);
  rest.after(() => spend(5000));
  spend(999);
  expect(rest.isOver()).toBe(false);
  spend(1);
  expect(rest.isOver()).toBe(true);
});

test('work that takes no time needs no rest; work that throws needs one', () => {
  const { rest, spend } = setUp();
  expect(rest.after(() => 'done')).toBe('done');
  expect(rest.isOver()).toBe(true);
  const fail = () => {
    spend(10);
    throw new Error('broken');
  };
  expect(() => rest.after(fail)).toThrow('broken');
  expect(rest.isOver()).toBe(false);
});
