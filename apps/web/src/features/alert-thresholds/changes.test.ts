import { containerSubject, datastoreSubject, guestSubject, pbsSubject } from '@belfry/domain/alerts/subjects';
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { describe, expect, test } from 'vitest';
import { withValues } from '../../alert-config/config-path.ts';
import {
  clickedOffline,
  disabledChanges,
  finished,
  offlineChanges,
  offlineOf,
  resetChanges,
  type Values,
  valueChanges,
} from './changes.ts';
import { sections } from './sections.ts';
import { cellValue, inheritedValue, isCustom, type Target } from './targets.ts';

const vm = aGuest({ id: 'dc-100', instance: 'dc', node: 'pve1', vmid: 100, tags: ['web'] });
const guest: Target = { kind: 'resource', section: sections.guests, subject: guestSubject(vm) };
const defaults: Target = { kind: 'defaults', section: sections.guests };
const delays: Target = { kind: 'delays', section: sections.guests };
const host = aDockerHost({ id: 'h1' });
const container: Target = {
  kind: 'resource',
  section: sections.containers,
  subject: containerSubject(host, aContainer({ id: 'c1', name: 'web' })),
  name: 'web',
};
const at = (trigger: number) => ({ trigger, clear: trigger - 5 });
const withOverrides = (overrides: Record<string, Override>): AlertConfig => ({ ...factoryConfig, overrides });
const after = (config: AlertConfig, values: Values) => withValues(config, finished(config, values));

describe('a value of a resource', () => {
  test('becomes an override, and without one the default holds again', () => {
    const set = after(factoryConfig, valueChanges(factoryConfig, guest, 'cpu', 95));
    expect(set.overrides).toEqual({ 'dc-100': { cpu: { trigger: 95, clear: 90 } } });
    expect(cellValue(set, guest, 'cpu')).toMatchObject({ value: 95, from: 'own' });
    expect(inheritedValue(set, guest, 'cpu')).toMatchObject({ value: 80, from: 'default' });
    expect(after(set, valueChanges(set, guest, 'cpu', undefined)).overrides).toEqual({});
  });

  test('that equals what it inherits is not stored: from the default, from a tag, from a node', () => {
    const set = withOverrides({
      'dc-100': { cpu: at(95) },
      'tag:web': { memory: at(70) },
      'node:dc-pve1': { disk: at(60) },
    });
    expect(after(set, valueChanges(set, guest, 'cpu', 80)).overrides['dc-100']).toBeUndefined();
    expect(valueChanges(set, guest, 'memory', 70)).toEqual([[['overrides', 'dc-100', 'memory'], undefined]]);
    expect(after(set, valueChanges(set, guest, 'memory', 85)).overrides['dc-100']).toMatchObject({ memory: at(85) });
    expect(cellValue(set, guest, 'memory')).toEqual({ value: 70, from: 'tag', key: 'tag:web' });
    expect(cellValue(set, guest, 'disk')).toEqual({ value: 60, from: 'node', key: 'node:dc-pve1' });
  });

  test('of a datastore does not change its server; without one it has that of its server', () => {
    const store: Target = {
      kind: 'resource',
      section: sections.datastores,
      subject: datastoreSubject('pbs-a', 'tank'),
    };
    const server: Target = { kind: 'resource', section: sections.pbs, subject: pbsSubject({ id: 'pbs-a' }) };
    const set = withOverrides({ 'pbs-a': { usage: at(70), cpu: at(50) } });
    expect(cellValue(set, store, 'usage')).toEqual({ value: 70, from: 'server', key: 'pbs-a' });
    expect([isCustom(set, store), isCustom(set, server)]).toEqual([false, true]);
    const own = after(set, valueChanges(set, store, 'usage', 95));
    expect(own.overrides).toEqual({ 'pbs-a': { usage: at(70), cpu: at(50) }, 'pbs-a-tank': { usage: at(95) } });
    expect(inheritedValue(own, store, 'usage')).toMatchObject({ value: 70, from: 'server' });
    expect(after(own, valueChanges(own, store, 'usage', 70))).toEqual(set);
    expect(after(own, resetChanges(own, store))).toEqual(set);
  });

  test('changes the override under an older id, and removes it there', () => {
    const old = withOverrides({ 'dc-pve1-100': { cpu: at(95) } });
    expect(after(old, valueChanges(old, guest, 'cpu', 90)).overrides).toEqual({ 'dc-pve1-100': { cpu: at(90) } });
    expect(after(old, resetChanges(old, guest)).overrides).toEqual({});
  });

  test('of a container is stored with its name, which does not stay alone', () => {
    const set = after(factoryConfig, valueChanges(factoryConfig, container, 'restartCount', 9));
    expect(set.overrides).toEqual({ 'docker:h1/c1': { name: 'web', restartCount: 9 } });
    expect(after(set, valueChanges(set, container, 'restartCount', 3)).overrides).toEqual({});
  });
});

test('an empty default is that of the factory; all of them can be put back', () => {
  const set = after(factoryConfig, valueChanges(factoryConfig, defaults, 'cpu', 70));
  expect(set.guestDefaults.cpu).toEqual(at(70));
  expect(isCustom(set, defaults)).toBe(true);
  const cycled = after(set, offlineChanges(set, defaults, 'critical'));
  expect(after(cycled, valueChanges(cycled, defaults, 'cpu', undefined)).guestDefaults.cpu).toEqual(at(80));
  expect(after(cycled, resetChanges(cycled, defaults)).guestDefaults).toEqual(factoryConfig.guestDefaults);
  expect(isCustom(factoryConfig, defaults)).toBe(false);
});

test('a delay that equals the one of the table, or is empty, is not stored', () => {
  const set = after(factoryConfig, valueChanges(factoryConfig, delays, 'diskRead', 60));
  expect(set.metricTimeThresholds).toEqual({ guest: { diskread: 60 } });
  expect(cellValue(set, delays, 'diskRead')).toMatchObject({ value: 60, from: 'own' });
  for (const value of [5, undefined])
    expect(after(set, valueChanges(set, delays, 'diskRead', value)).metricTimeThresholds).toEqual({ guest: {} });
  expect(after(set, valueChanges(set, delays, 'cpu', 0)).metricTimeThresholds.guest).toMatchObject({ cpu: 0 });
});

describe('alerts about what does not answer', () => {
  test.each([
    ['guest', guest],
    ['container', container],
    ['the default of guests', defaults],
  ])('of a %s go from Off to Warn, Crit, and Off again', (_, target) => {
    let config = after(factoryConfig, offlineChanges(factoryConfig, target, 'off'));
    for (const expected of ['warning', 'critical', 'off'] as const) {
      config = after(
        config,
        offlineChanges(config, target, clickedOffline(target.section, offlineOf(config, target) ?? 'on')),
      );
      expect(offlineOf(config, target)).toBe(expected);
    }
  });

  test('a state that is inherited is not stored', () => {
    const critical = after(factoryConfig, offlineChanges(factoryConfig, guest, 'critical'));
    expect(critical.overrides).toEqual({ 'dc-100': { poweredOffSeverity: 'critical' } });
    expect(after(critical, offlineChanges(critical, guest, 'warning')).overrides).toEqual({});
  });

  test.each(['nodes', 'pbs', 'pmg', 'dockerHosts'] as const)('of %s go on and off', (id) => {
    const { kind } = sections[id];
    const target: Target = { kind: 'resource', section: sections[id], subject: { kind, id: 'x' } };
    expect(offlineOf(factoryConfig, target)).toBe('on');
    const off = after(factoryConfig, offlineChanges(factoryConfig, target, clickedOffline(target.section, 'on')));
    expect(off.overrides).toEqual({ x: { disableConnectivity: true } });
    expect(after(off, offlineChanges(off, target, clickedOffline(target.section, 'off'))).overrides).toEqual({});
  });
});

test('all alerts of a resource are switched off and on; a tag that switches them off can be overridden', () => {
  const off = after(factoryConfig, disabledChanges(factoryConfig, guest, true));
  expect(off.overrides).toEqual({ 'dc-100': { disabled: true } });
  expect(after(off, disabledChanges(off, guest, false)).overrides).toEqual({});
  const tagged = withOverrides({ 'tag:web': { disabled: true } });
  expect(after(tagged, disabledChanges(tagged, guest, false)).overrides['dc-100']).toEqual({ disabled: false });
});
