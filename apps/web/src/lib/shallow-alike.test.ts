import { expect, test } from 'vitest';
import { shallowAlike } from './shallow-alike.ts';

test('objects are alike when they have the same fields with the same values', () => {
  const inner = {};
  expect(shallowAlike({ a: 1, b: inner }, { b: inner, a: 1 })).toBe(true);
  expect(shallowAlike({ a: 1, b: {} }, { a: 1, b: {} })).toBe(false);
  expect(shallowAlike({ a: Number.NaN }, { a: Number.NaN })).toBe(true);
});

test('an undefined field differs from a missing field, and from a field with another name', () => {
  expect(shallowAlike<object>({ a: undefined }, {})).toBe(false);
  expect(shallowAlike<object>({}, { a: undefined })).toBe(false);
  expect(shallowAlike<object>({ b: 5 }, { a: undefined })).toBe(false);
});

test('anything else is alike when it is the same', () => {
  expect(shallowAlike<unknown>('a', 'a')).toBe(true);
  expect(shallowAlike<unknown>(null, {})).toBe(false);
  expect(shallowAlike<unknown>({}, 1)).toBe(false);
});
