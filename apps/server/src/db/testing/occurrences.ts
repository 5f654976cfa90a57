// An occurrence of an alert, for tests.
import type { Alert } from '@belfry/schema/entities/alert';
import { iso } from '../../lib/clock.ts';
import type { Occurrence } from '../alerts-store.ts';
import { START } from './temp-store.ts';

/** Active since `openedAt`. The alert has the id `alert of ID`, unless another one is given. */
export const occurrence = (
  id: string,
  { openedAt = START, ...more }: Partial<Occurrence> = {},
  alert: Partial<Alert> = {},
): Occurrence => ({
  ...{ id, level: 'warning', peak: 85, notified: false, changes: [], known: {}, openedAt },
  ...more,
  alert: {
    ...{
      id: `alert of ${id}`,
      type: 'cpu',
      level: 'warning',
      resourceId: 'dc-100',
      resourceName: 'mail',
      node: 'pve1',
    },
    ...{
      instance: 'dc',
      message: 'CPU is at 85 %',
      value: 85,
      threshold: 80,
      startTime: iso(openedAt),
      acknowledged: false,
    },
    ...alert,
  },
});
