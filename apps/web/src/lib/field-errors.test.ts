import { expect, test } from 'vitest';
import { errorIn, without } from './field-errors.ts';

const errors = { 'routing.tags.3': 'too long', 'routing.types': 'too many', routingName: 'taken', name: 'missing' };

test('the error of one value is shown at its list, and goes when the list changes', () => {
  expect([errorIn(errors, 'routing.tags'), errorIn(errors, 'routing.nodes')]).toEqual(['too long', undefined]);
  expect(Object.keys(without(errors, 'routing.tags'))).toEqual(['routing.types', 'routingName', 'name']);
  expect(Object.keys(without(errors, 'routing'))).toEqual(['routingName', 'name']);
});
