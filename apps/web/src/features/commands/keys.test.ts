import { expect, test } from 'vitest';
import { ANY_LETTER } from '../../lib/commands.ts';
import { readableKeys } from './keys.ts';

test('keys are written as they are printed on a keyboard of the machine', () => {
  expect(readableKeys('Mod+k', true)).toEqual(['⌘ K']);
  expect(readableKeys('Mod+k', false)).toEqual(['Ctrl K']);
  expect(readableKeys('ArrowUp ArrowDown', false)).toEqual(['↑', '↓']);
  expect(readableKeys('?', false)).toEqual(['?']);
  expect(readableKeys(ANY_LETTER, false)).toEqual(['any letter']);
});
