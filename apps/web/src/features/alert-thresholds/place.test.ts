import { guestSubject } from '@belfry/domain/alerts/subjects';
import { aGuest } from '@belfry/domain/testing/guest';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { beforeAll, expect, test } from 'vitest';
import type { ConfigPath } from '../../alert-config/config-path.ts';
import { rememberResources } from './known-resources.ts';
import { thresholdPlace } from './place.ts';
import type { Resource } from './resources.ts';
import { sections } from './sections.ts';

const vm = aGuest({ id: 'dc-100', instance: 'dc', node: 'pve1', vmid: 100, tags: ['web'] });
const at = (trigger: number) => ({ trigger, clear: trigger - 5 });
const withOverrides = (overrides: Record<string, Override>): AlertConfig => ({ ...factoryConfig, overrides });
const text = (path: ConfigPath, config: AlertConfig, value?: unknown) => thresholdPlace(path).text(value, config);

const resource = (key: string, name: string, target: Resource['target']): Resource => ({
  key,
  name,
  target,
  ruled: target.subject.id,
  words: '',
});

beforeAll(() =>
  rememberResources([
    resource('dc-100', 'shop', { kind: 'resource', section: sections.guests, subject: guestSubject(vm) }),
    resource('dc-pve1', 'pve1', {
      kind: 'resource',
      section: sections.nodes,
      subject: { kind: 'node', id: 'dc-pve1' },
    }),
  ]),
);
test('a change of an override names the value that it replaces, and where that comes from', () => {
  const path: ConfigPath = ['overrides', 'dc-100', 'cpu'];
  expect(thresholdPlace(path).name).toBe('shop CPU %');
  expect(text(path, withOverrides({ 'node:dc-pve1': { cpu: at(70) } }))).toBe('70 (from the node pve1)');
  expect(text(path, withOverrides({ 'tag:web': { cpu: at(75) } }))).toBe('75 (from the tag web)');
  expect(text(path, withOverrides({ 'dc-100': { cpu: at(95) } }))).toBe('80 (default)');
  expect(text(path, factoryConfig, at(95))).toBe('95');
});

test('a switch of an override names the inherited state, and where that comes from', () => {
  const tagged = withOverrides({ 'tag:web': { disabled: true, poweredOffSeverity: 'critical' } });
  expect(text(['overrides', 'dc-100', 'disabled'], tagged)).toBe('off (from the tag web)');
  expect(text(['overrides', 'dc-100', 'poweredOffSeverity'], tagged)).toBe('Crit (from the tag web)');
  expect(text(['overrides', 'dc-100', 'disableConnectivity'], tagged)).toBe('on (default)');
});

test('an override of a tag and a delay of a metric name the value that holds without them', () => {
  expect(text(['overrides', 'tag:web', 'memory'], factoryConfig)).toBe('85 (default)');
  expect(text(['metricTimeThresholds', 'guest', 'diskread'], factoryConfig)).toBe('5 (delay of the table)');
});

test('for a resource that is not known, only that it inherits is said', () => {
  expect(text(['overrides', 'dc-999', 'cpu'], factoryConfig)).toBe('inherited');
});
