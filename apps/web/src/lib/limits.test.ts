import { policyOf } from '@belfry/domain/alerts/policy';
import { guestSubject, nodeSubject } from '@belfry/domain/alerts/subjects';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { aStorage } from '@belfry/domain/testing/storage';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { createLimits, limitText, withRootLimit } from './limits.ts';

const policies = (config: AlertConfig) => ({ config, policyOf, levels: new Map() });
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

test('a limit has the level of the active alert about its own figure, and only of that', () => {
  const limitsOf = createLimits(guestSubject);
  const levels = new Map([['dc-100-disk', 'critical']] as const);
  const limits = limitsOf({ ...policies(factoryConfig), levels }, aGuest({ vmid: 100 }));
  expect([limits.disk?.level, limits.cpu?.level]).toEqual(['critical', undefined]);
  expect(limitsOf({ ...policies(factoryConfig), levels }, aGuest({ vmid: 10 })).disk?.level).toBeUndefined();
});

test('the root file system of a node has the limit of the storage on it if that is lower, and keeps the level of its alert', () => {
  const disk = { total: 100, used: 60, free: 40, usage: 60 };
  const node = aNode({ disk });
  const on = aStorage({ instance: node.instance, node: node.name, ...disk });
  const limitsOf = createLimits(nodeSubject);
  const limits = (levels = new Map<string, 'warning'>()) => {
    const low = { ...policies({ ...factoryConfig, storageDefault: { trigger: 50, clear: 45 } }), levels };
    return withRootLimit(low, node, [on], limitsOf(low, node));
  };
  expect(limits().disk?.trigger).toBe(50);
  expect(limits(new Map([[`${node.id}-disk`, 'warning']])).disk?.level).toBe('warning');
  expect(limits().cpu?.trigger).toBe(80);
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
