import { inOneList } from '@belfry/domain/delta/parts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChanges } from './changes.ts';

test('an entity that throws does not end the others, and is called again as it was until it does not throw', () => {
  const changes = createChanges<{ id: string }>();
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const broken = new Set(['a']);
  const log: string[] = [];
  const next = (list: readonly { id: string }[]) => {
    const note = (words: string, id: string) => {
      log.push(words);
      if (broken.has(id)) throw new Error(id);
    };
    const errors = changes.next(
      list,
      false,
      ({ id }, isNew) => note(isNew ? `new ${id}` : id, id),
      (id) => note(`removed ${id}`, id),
    );
    return [log.splice(0), errors.length];
  };
  const list = [a, b, c];
  expect(next(list)).toEqual([['new a', 'new b', 'new c'], 1]);
  expect(next(list)).toEqual([['new a'], 1]);
  broken.clear();
  expect(next(list)).toEqual([['new a'], 0]);
  expect(next(list)).toEqual([[], 0]);
  broken.add('b');
  expect(next([a, c])).toEqual([['removed b'], 1]);
  broken.clear();
  expect(next([a, c])).toEqual([['removed b'], 0]);
  expect(next([a, c])).toEqual([[], 0]);
});

test('in a list of parts the same entities are called as in the same list without parts, in the same order', () => {
  interface Entity {
    id: string;
    instance: string;
  }
  const made = new Map<string, Entity[]>();
  /** An instance `x` also has entities of `y` in its part. */
  const partOf = (instance: string, versions: readonly number[]) => {
    const key = `${instance} ${versions.join()}`;
    const of = (n: number) => (instance === 'x' && n % 2 === 1 ? 'y' : instance);
    const part =
      made.get(key) ??
      versions.flatMap((version, n) => (version === 2 ? [] : [{ id: `${instance}-${n}`, instance: of(n) }]));
    made.set(key, part);
    return part;
  };
  const versions = fc.array(fc.nat({ max: 2 }), { maxLength: 4 });
  const step = fc.record({
    parts: fc.tuple(versions, versions, versions, versions),
    also: fc.oneof(
      fc.boolean(),
      fc.record({
        instances: fc.subarray(['a', 'b', 'x', 'y']).map((ids) => new Set(ids)),
        entities: fc.subarray(['a-0', 'a-2', 'b-1', 'c-0', 'x-1', 'z-0']).map((ids) => new Set(ids)),
      }),
    ),
    broken: fc.option(fc.constantFrom('a-0', 'b-1', 'x-1'), { freq: 5 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const [partly, wholly] = [createChanges<Entity>(), createChanges<Entity>()];
      for (const { parts, also, broken } of steps) {
        const own = ['a', 'b', 'c', 'x'].map((instance, n) => partOf(instance, parts[n] ?? []));
        const list = inOneList(own.filter(({ length }) => length > 0));
        const called = (changes: typeof partly, given: readonly Entity[]) => {
          const log: string[] = [];
          const note = (words: string, id: string) => {
            log.push(`${words} ${id}`);
            if (id === broken) throw new Error(id);
          };
          const errors = changes.next(
            given,
            also,
            ({ id }, isNew) => note(isNew ? 'new' : 'changed', id),
            (id) => note('removed', id),
          );
          return [log, errors.length];
        };
        expect(called(partly, list)).toEqual(called(wholly, [...list]));
      }
    }),
    { numRuns: 500 },
  );
});

test('an entity is called with the one before when nothing else has changed', () => {
  const changes = createChanges<{ id: string; value: number }>();
  const called: unknown[] = [];
  let isBroken = false;
  const next = (value: number, also: readonly string[] = []) => {
    const concerned = { instances: new Set<string>(), entities: new Set(also) };
    const changed = (_entity: object, isNew: boolean, before?: { value: number }) => {
      called.push(isNew ? 'new' : (before?.value ?? 'no other'));
      if (isBroken) throw new Error('broken');
    };
    changes.next([{ id: 'a', value }], concerned, changed, () => {});
  };
  next(1);
  next(2);
  next(3, ['a']);
  isBroken = true;
  next(4);
  isBroken = false;
  // The last call has failed, so the entity of before counts for nothing.
  next(5);
  next(6);
  expect(called).toEqual(['new', 1, 'no other', 3, 'no other', 5]);
});
