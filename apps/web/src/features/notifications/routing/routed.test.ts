import { everything } from '@belfry/schema/notifications/everything';
import { Routing } from '@belfry/schema/notifications/routing';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { checkRouting, newHours } from './routed.ts';

beforeAll(() => speak(english));

test('hours without a day or a time are refused before the server sees them, under the names that the server gives', () => {
  const hours = { ...newHours, days: [], start: '' };
  const issues = Routing.safeParse({ ...everything, hours }).error?.issues ?? [];
  expect(Object.keys(checkRouting({ ...everything, hours })).sort()).toEqual(
    issues.map(({ path }) => ['routing', ...path].join('.')).sort(),
  );
  expect(checkRouting({ ...everything, hours: newHours })).toEqual({});
});
