import { expect, test } from 'vitest';
import { ANY_LETTER } from '../../lib/commands.ts';
import { readableKeys } from './keys.ts';

test('keys are written as they are printed on a keyboard of the machine', () => {
  expect(readableKeys('Mod+k', true)).toBe('⌘ K');
  expect(readableKeys('Mod+k', false)).toBe('Ctrl K');
  expect(readableKeys('ArrowUp ArrowDown', false)).toBe('↑ ↓');
  expect(readableKeys('?', false)).toBe('?');
  expect(readableKeys(ANY_LETTER, false)).toBe('any letter');
});
