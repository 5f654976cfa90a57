import { expect, test } from 'vitest';
import { createStrangers } from './strangers.ts';

function knocking() {
  const strangers = createStrangers();
  const ended: number[] = [];
  let count = 0;
  return {
    ended,
    enter(address: string) {
      const own = count++;
      return strangers.enter(address, () => void ended.push(own));
    },
  };
}

test('of too many sockets behind one address the oldest ends, and others are not touched', () => {
  const { ended, enter } = knocking();
  enter('192.0.2.1');
  for (let i = 0; i < 33; i++) enter('192.0.2.2');
  expect(ended).toEqual([1]);
  // One machine has many addresses of IPv6.
  const many = knocking();
  for (let i = 0; i < 33; i++) many.enter(`2001:db8::${i + 1}`);
  expect(many.ended).toEqual([0]);
});

test('of too many in all the oldest ends, and who is proven or gone does not count', () => {
  const { ended, enter } = knocking();
  for (let i = 0; i < 256; i++) enter(`10.0.${i}.1`);
  expect(ended).toEqual([]);
  enter('10.1.0.1');
  expect(ended).toEqual([0]);
  const proven = knocking();
  for (let i = 0; i < 1000; i++) proven.enter('192.0.2.1')();
  expect(proven.ended).toEqual([]);
});
