import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachChanged } from './each-changed.ts';
import { foundIn } from './sorted.ts';

const list = fc
  .uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 12 })
  .map((numbers) => numbers.sort((a, b) => a - b).map((n) => ({ id: `guest ${n + 10}` })));

test('each entity that is new, gone or another object is called once, and no other', () => {
  fc.assert(
    fc.property(list, list, fc.integer({ min: 0, max: 4 }), (before, after, keep) => {
      const now = after.map((entity, n) =>
        n % 5 < keep ? (before.find(({ id }) => id === entity.id) ?? entity) : entity,
      );
      const found: string[] = [];
      eachChanged(before, now, ({ id }) => found.push(id));
      const all = new Set([...before, ...now].map(({ id }) => id));
      const of = (entities: typeof now, wanted: string) => entities.find(({ id }) => id === wanted);
      expect(found).toEqual([...all].filter((id) => of(before, id) !== of(now, id)).sort());
    }),
  );
});

test('an entity of a sorted list is found by its id', () => {
  fc.assert(
    fc.property(list, list, (entities, others) => {
      for (const { id } of [...entities, ...others])
        expect(foundIn(entities, id)).toBe(entities.find((each) => each.id === id));
    }),
  );
});
