import { policyOf } from '@belfry/domain/alerts/policy';
import { guestSubject } from '@belfry/domain/alerts/subjects';
import { aGuest } from '@belfry/domain/testing/guest';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { createLimits, limitText } from './limits.ts';

const policies = (config: AlertConfig) => ({ config, policyOf });
const withOverrides = (overrides: Record<string, Override>) => policies({ ...factoryConfig, overrides });
const cpu = { trigger: 70, clear: 65 };

test('guests with the same limits share one object, so that a row renders again only when its limits change', () => {
  const limitsOf = createLimits(guestSubject);
  const config = withOverrides({ 'tag:prod': { cpu } });
  const [a, b, c] = [aGuest({ vmid: 1, tags: ['prod'] }), aGuest({ vmid: 2, tags: ['prod'] }), aGuest({ vmid: 3 })];
  expect(limitsOf(config, a)).toBe(limitsOf(config, b));
  expect(limitsOf(config, a)).not.toBe(limitsOf(config, c));
  expect(limitsOf(withOverrides({ 'dc-1': { cpu } }), a).memory?.trigger).toBe(85);
});

test('there are no limits while the configuration is not known, and none where alerts are switched off', () => {
  const limitsOf = createLimits(guestSubject);
  expect(limitsOf(undefined, aGuest())).toEqual({});
  expect(limitsOf(policies({ ...factoryConfig, disableAllGuests: true }), aGuest())).toEqual({});
});

test('the text of a limit says the number and where it comes from', () => {
  const guest = aGuest({ vmid: 100, tags: ['prod'] });
  const textFor = (overrides: Record<string, Override>) => {
    const limit = createLimits(guestSubject)(withOverrides(overrides), guest).cpu;
    return limit && limitText(limit);
  };
  expect(textFor({})).toBe('Alert at 80% (default)');
  expect(textFor({ 'tag:prod': { cpu } })).toBe('Alert at 70% (from the tag prod)');
  expect(textFor({ 'node:dc-pve1': { cpu } })).toBe('Alert at 70% (from the node dc-pve1)');
  expect(textFor({ 'dc-100': { cpu } })).toBe('Alert at 70% (override)');
  expect(textFor({ 'dc-100': { cpu: { trigger: -1, clear: 0 } } })).toBeUndefined();
});
