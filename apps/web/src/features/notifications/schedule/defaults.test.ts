import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { withValues } from '../../../alert-config/config-path.ts';
import { toDefaults } from './defaults.ts';

test('a reset gives every setting of the schedule its default and leaves the thresholds as they are', () => {
  const cpu = { trigger: 60, clear: 55 };
  const changed = withValues(factoryConfig, [
    [['guestDefaults', 'cpu'], cpu],
    [['schedule', 'cooldown'], 0],
    [
      ['schedule', 'quietHours', 'days'],
      [0, 6],
    ],
    [['schedule', 'quietHours', 'suppress', 'offline'], true],
    [['schedule', 'escalation', 'levels'], [{ after: 15, notify: 'all' }]],
  ]);
  const reset = withValues(changed, toDefaults(changed));
  expect(reset.schedule).toEqual(factoryConfig.schedule);
  expect(reset.guestDefaults.cpu).toEqual(cpu);
  expect(toDefaults(factoryConfig)).toEqual([]);
});
