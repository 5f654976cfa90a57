import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import {
  noEdits,
  overtaken,
  viewOfConfig,
  withChanges,
  withoutChange,
  withoutSaved,
  withRefused,
} from './config-edits.ts';
import { withValues } from './config-path.ts';

const saved = factoryConfig;
const mine = withChanges(noEdits, saved, [
  [['schedule', 'cooldown'], 45],
  [['guestDefaults', 'cpu'], { trigger: 70, clear: 65 }],
]);
const theirs = withValues(saved, [
  [['schedule', 'cooldown'], 60],
  [['schedule', 'maxAlertsHour'], 5],
]);

test('the changes of the user are in the configuration, and those of others that touch other fields too', () => {
  const { config, changes } = viewOfConfig(mine, theirs);
  expect(config.schedule).toMatchObject({ cooldown: 45, maxAlertsHour: 5 });
  expect(config.guestDefaults.cpu.trigger).toBe(70);
  expect(changes).toEqual([
    { path: ['schedule', 'cooldown'], before: 60, after: 45, differs: true },
    {
      path: ['guestDefaults', 'cpu'],
      before: saved.guestDefaults.cpu,
      after: { trigger: 70, clear: 65 },
      differs: false,
    },
  ]);
});

test('the user sees everything that others have saved since the first change', () => {
  expect(viewOfConfig(mine, saved).others).toEqual([]);
  expect(viewOfConfig(mine, theirs).others).toEqual([
    { path: ['schedule', 'cooldown'], before: 30, after: 60, differs: true },
    { path: ['schedule', 'maxAlertsHour'], before: 3, after: 5, differs: false },
  ]);
});

test('a value that was put back is no change, and without changes nothing remains of them', () => {
  const back = withChanges(mine, saved, [
    [['schedule', 'cooldown'], 30],
    [['guestDefaults', 'cpu'], saved.guestDefaults.cpu],
  ]);
  expect(back).toBe(noEdits);
});

test('a text that is no value is kept with its reason until the field gets a value', () => {
  const refused = withRefused(noEdits, saved, ['schedule', 'cooldown'], { text: '999', problem: '5 to 120' });
  expect(viewOfConfig(refused, saved)).toMatchObject({ config: saved, changes: [] });
  expect(Object.values(refused.refused)).toEqual([{ text: '999', problem: '5 to 120' }]);
  expect(withChanges(refused, saved, [[['schedule', 'cooldown'], 99]]).refused).toEqual({});
  expect(withoutChange(refused, saved, ['schedule', 'cooldown'])).toBe(noEdits);
});

test('after saving, what the user has changed meanwhile stays', () => {
  const { config, changes } = viewOfConfig(mine, saved);
  const typedOn = withChanges(mine, saved, [[['schedule', 'cooldown'], 50]]);
  expect(withoutSaved(mine, config, changes)).toBe(noEdits);
  expect(viewOfConfig(withoutSaved(typedOn, config, changes), config)).toMatchObject({
    changes: [{ path: ['schedule', 'cooldown'], before: 45, after: 50 }],
    others: [],
  });
});

test('a field that somebody saved between the last look and the save is found', () => {
  const { changes } = viewOfConfig(mine, saved);
  expect(overtaken(changes, saved, saved)).toEqual([]);
  expect(overtaken(changes, saved, theirs).map(({ path }) => path)).toEqual([['schedule', 'cooldown']]);
  expect(overtaken(changes, saved, withValues(saved, [[['schedule', 'cooldown'], 45]]))).toEqual([]);
});
