import { expect, test } from 'vitest';
import { addSearch, removeSearch } from './history.ts';

test('the newest search comes first and only once, in upper or lower case', () => {
  expect(addSearch(['web', 'DB'], ' db ')).toEqual(['db', 'web']);
  expect(addSearch(['web'], '  ')).toEqual(['web']);
});

test('ten searches are kept', () => {
  const many = Array.from({ length: 14 }, (_, i) => `s${i}`).reduce<string[]>(addSearch, []);
  expect(many).toHaveLength(10);
  expect(many[0]).toBe('s13');
});

test('one search can be removed', () => {
  expect(removeSearch(['web', 'DB'], 'db')).toEqual(['web']);
});
