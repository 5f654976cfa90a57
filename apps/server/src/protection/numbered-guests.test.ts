import { expect, test } from 'vitest';
import { guest } from '../state/testing/observations.ts';
import { createNumberedGuests } from './numbered-guests.ts';

test('figures change nothing, and a guest that moves is another object while the others stay the same', () => {
  const of = createNumberedGuests();
  const [a, b, c] = [guest('dc', 100), guest('dc', 101), guest('dc', 102)];
  const first = of([a, c], [b]);
  expect(first.map(({ id }) => id)).toEqual([a.id, b.id, c.id]);
  expect(of([{ ...a, cpu: 0.9 }, c], [{ ...b, uptime: 7 }])).toBe(first);
  const moved = of([{ ...a, node: 'pve2' }, c], [b]);
  expect(moved.map((each, n) => each === first[n])).toEqual([false, true, true]);
  expect(of([c], [b]).map(({ id }) => id)).toEqual([b.id, c.id]);
});
