import { containerSubject, guestSubject } from '@belfry/domain/alerts/subjects';
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { orphansOf, tabOfOrphan } from './orphans.ts';

const at = (trigger: number) => ({ trigger, clear: trigger - 5 });
const withOverrides = (overrides: Record<string, Override>): AlertConfig => ({ ...factoryConfig, overrides });
const nothing = { subjects: [], others: new Set<string>(), silent: [] };
const keys = (config: AlertConfig, existing: Partial<Parameters<typeof orphansOf>[1]>) =>
  orphansOf(config, { ...nothing, ...existing }).map(({ key }) => key);

test('an override is an orphan when no resource has its id, an older id, or the name of its container', () => {
  const guest = aGuest({ id: 'dc-100', instance: 'dc', node: 'pve1', vmid: 100 });
  const old = aGuest({ id: 'dc-101', instance: 'dc', node: 'pve1', vmid: 101 });
  const container = containerSubject(aDockerHost({ id: 'h1' }), aContainer({ id: 'new', name: 'web' }));
  const config = withOverrides({
    'dc-100': { cpu: at(95) },
    'dc-pve1-101': { cpu: at(95) },
    'docker:h1/old': { cpu: at(95), name: 'web' },
    'docker:h1/lost': { cpu: at(95), name: 'db' },
    'dc-102': { disabled: true },
  });
  const subjects = [guestSubject(guest), guestSubject(old), container];
  expect(orphansOf(config, { ...nothing, subjects })).toEqual([
    { key: 'dc-102', name: undefined, override: { disabled: true } },
    { key: 'docker:h1/lost', name: 'db', override: { cpu: at(95), name: 'db' } },
  ]);
});

test('overrides of tags, nodes and things without a row are no orphans', () => {
  const config = withOverrides({ 'tag:web': { cpu: at(95) }, 'node:dc-pve9': { cpu: at(95) }, 'dc-ceph': {} });
  expect(keys(config, { others: new Set(['dc-ceph']) })).toEqual([]);
});

test('while an instance has not answered, its overrides are no orphans', () => {
  const config = withOverrides({ 'dc-100': {}, dc: {}, 'dc2-100': {} });
  expect(keys(config, { silent: ['dc'] })).toEqual(['dc2-100']);
});

test('an orphan is on the tab where its resource was', () => {
  const orphan = (key: string, override: Override) => tabOfOrphan({ key, name: undefined, override });
  expect(orphan('docker:h1/c1', { cpu: at(95) })).toBe('docker');
  expect(orphan('mail', { queueTotalWarning: 5 })).toBe('mail-gateway');
  expect(orphan('dc-100', { cpu: at(95) })).toBe('proxmox');
});
