import { afterEach, expect, test } from 'vitest';
import { english, speak } from '../../lib/language/in-language.ts';
import { german } from '../../lib/language/testing/german.ts';
import { periodName } from './period-name.ts';

afterEach(() => speak(english));

test.each([
  ['2026-10', 'October 2026', 'Oktober 2026'],
  ['2026-Q3', 'Q3 2026', '3. Quartal 2026'],
  ['2026-10-01..2026-10-07', 'Oct 1, 2026 – Oct 7, 2026', '1. Okt. 2026 – 7. Okt. 2026'],
  ['of a later version', 'of a later version', 'of a later version'],
])('the period %s is written as %s', (period, name, inGerman) => {
  expect(periodName(period)).toBe(name);
  speak(german);
  expect(periodName(period)).toBe(inGerman);
});
