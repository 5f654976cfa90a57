import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('after another choice the row at a place takes over the elements of the row before it', () => {
  const before = createSlots();
  const after = createSlots();
  expect(['guests:a', 'guests:b'].map(before)).toEqual(['guests:c', 'guests:d'].map(after));
});

test('until then a row keeps its elements, and a new one in front of it gets its own', () => {
  const slotOf = createSlots();
  const [a, b] = ['guests:a', 'guests:b'].map(slotOf);
  const [fresh, ...moved] = ['guests:new', 'guests:a', 'guests:b'].map(slotOf);
  expect(moved).toEqual([a, b]);
  expect([a, b]).not.toContain(fresh);
});
