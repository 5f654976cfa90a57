import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffList } from './diff.ts';
import { eachChanged } from './each-changed.ts';
import { createOfParts, differing, inOneList, partsOf } from './parts.ts';

interface Entity {
  id: string;
  value: number;
}

/** Lists of instances `a` to `e`. The same number gives the same object, and the same numbers the same list. */
const estates = fc.array(fc.array(fc.array(fc.nat({ max: 2 }), { maxLength: 4 }), { minLength: 5, maxLength: 5 }), {
  minLength: 2,
  maxLength: 5,
});

const made = new Map<string, readonly Entity[]>();
function partOf(instance: number, values: readonly number[]): readonly Entity[] {
  const key = `${instance} ${values.join()}`;
  const entityOf = (value: number, n: number) => ({ id: `${'abcde'[instance]}-${n}`, value });
  const part = made.get(key) ?? values.flatMap((value, n) => (value === 2 ? [] : [entityOf(value, n)]));
  made.set(key, part);
  return part;
}

const estateOf = (values: readonly (readonly number[])[]): readonly Entity[] =>
  inOneList(values.map((own, n) => partOf(n, own)).filter(({ length }) => length > 0));

/** The same list, of which nobody knows the parts. */
const whole = (list: readonly Entity[]): readonly Entity[] => [...list];

test('what differs between two lists of parts is what differs between the same lists without parts', () => {
  fc.assert(
    fc.property(estates, (steps) => {
      for (const [n, values] of steps.entries()) {
        const [before, now] = [estateOf(steps[n - 1] ?? []), estateOf(values)];
        expect(diffList(before, now)).toEqual(diffList(whole(before), whole(now)));
        const found: Entity[][] = [[], []];
        eachChanged(before, now, (entity) => found[0]?.push(entity));
        eachChanged(whole(before), whole(now), (entity) => found[1]?.push(entity));
        expect(found[0]).toEqual(found[1]);
      }
    }),
    { numRuns: 500 },
  );
});

test('only the part that is another one is looked into, and a list with the same parts is the same list', () => {
  const [a, b, c] = [partOf(0, [0, 0]), partOf(1, [0]), partOf(2, [0, 0, 0])];
  const before = inOneList([a, b, c]);
  expect(differing(before, inOneList([a, [{ id: 'b-0', value: 5 }], c]))).toEqual([
    { before: { from: 2, to: 3 }, now: { from: 2, to: 3 } },
  ]);
  expect(differing(before, inOneList([a, c]))).toEqual([{ before: { from: 2, to: 3 }, now: { from: 2, to: 2 } }]);
  expect(inOneList([a, b, c], before)).toBe(before);
  expect(inOneList([a, b, partOf(2, [0, 0, 1])], before)).not.toBe(before);
  expect(partsOf(inOneList([b]))).toEqual([b]);
});

test('what is calculated of parts is calculated once for each', () => {
  const calls: number[] = [];
  const lengths = createOfParts((part: readonly Entity[]) => {
    calls.push(part.length);
    return part.length;
  });
  const [a, b, c] = [partOf(0, [0, 0]), partOf(1, [0]), partOf(2, [0, 0, 0])];
  expect(lengths(inOneList([a, b]))).toEqual([2, 1]);
  expect(lengths(inOneList([a, b, c]))).toEqual([2, 1, 3]);
  expect(calls).toEqual([2, 1, 3]);
});
