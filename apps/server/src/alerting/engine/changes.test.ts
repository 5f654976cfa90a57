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
