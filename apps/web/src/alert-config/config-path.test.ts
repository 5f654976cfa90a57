import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { differences, keyOf, pathOf, valueAt, withValues } from './config-path.ts';

const cpu = { trigger: 60, clear: 55 };
const overridden = withValues(factoryConfig, [
  [['overrides', 'dc-100', 'cpu'], cpu],
  [['overrides', 'dc-100', 'disabled'], true],
  [['overrides', 'dc.example-2', 'cpu'], cpu],
]);

test('values are set at every depth, and the other parts stay the same objects', () => {
  expect(overridden.overrides).toEqual({ 'dc-100': { cpu, disabled: true }, 'dc.example-2': { cpu } });
  expect(overridden.guestDefaults).toBe(factoryConfig.guestDefaults);
  expect(factoryConfig.overrides).toEqual({});
  expect(valueAt(overridden, ['overrides', 'dc-100', 'cpu'])).toEqual(cpu);
});

test('an override that has lost its last value is removed', () => {
  const one = withValues(overridden, [[['overrides', 'dc-100', 'cpu'], undefined]]);
  expect(one.overrides['dc-100']).toEqual({ disabled: true });
  const none = withValues(one, [[['overrides', 'dc-100', 'disabled'], undefined]]);
  expect(Object.keys(none.overrides)).toEqual(['dc.example-2']);
});

test('the name of an override may mean something in JavaScript', () => {
  const strange = withValues(factoryConfig, [[['overrides', '__proto__', 'cpu'], cpu]]);
  expect(Object.keys(strange.overrides)).toEqual(['__proto__']);
  expect(valueAt(strange, ['overrides', 'constructor', 'cpu'])).toBeUndefined();
});

test('two configurations differ at the places that a user changes as a whole', () => {
  const { quietHours } = factoryConfig.schedule;
  const other = withValues(overridden, [
    [['guestDefaults', 'cpu'], cpu],
    [
      ['schedule', 'quietHours', 'days'],
      [1, 2],
    ],
    [['schedule', 'quietHours', 'suppress', 'offline'], true],
    [['schedule', 'cooldown'], 45],
  ]);
  expect(
    differences(factoryConfig, other)
      .map((path) => path.join(' '))
      .sort(),
  ).toEqual([
    'guestDefaults cpu',
    'overrides dc-100 cpu',
    'overrides dc-100 disabled',
    'overrides dc.example-2 cpu',
    'schedule cooldown',
    'schedule quietHours days',
    'schedule quietHours suppress offline',
  ]);
  expect(quietHours.days).toMatchObject({ monday: true });
  expect(differences(other, other)).toEqual([]);
});

test('a path is found again by its key', () => {
  const path = ['overrides', 'dc.example-2', 'cpu'] as const;
  expect(pathOf(keyOf(path))).toEqual(path);
});
