import { defaultHistorySettings } from '@belfry/schema/history/settings';
import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';
import { defaultLimits } from './tiers.ts';

test('the default settings are the default limits of the store', () => {
  expect(limitsOf(defaultHistorySettings)).toEqual(defaultLimits);
});
