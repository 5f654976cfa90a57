import { expect, test } from 'vitest';
import { createHeapGrowth } from './heap-growth.ts';

const launched = (...options: string[]) => {
  const flags: string[] = [];
  return { flags, learn: createHeapGrowth({ options, set: (flag) => void flags.push(flag) }) };
};

test('the space for new objects may grow once, when there are many guests, and stays so', () => {
  const { flags, learn } = launched('--min-semi-space-size=4', '--max-semi-space-size=64');
  expect(flags).toEqual(['--semi-space-growth-factor=1']);
  learn(10_000);
  expect(flags).toHaveLength(1);
  for (const guests of [10_001, 50_000, 3, 20_000]) learn(guests);
  expect(flags).toEqual(['--semi-space-growth-factor=1', '--semi-space-growth-factor=2', '--heap-growing-percent=65']);
});

test('a start without a size for it changes nothing', () => {
  const { flags, learn } = launched('--heap-growing-percent=40');
  learn(50_000);
  expect(flags).toEqual([]);
});
