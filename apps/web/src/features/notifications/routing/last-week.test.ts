import type { Alert } from '@belfry/schema/entities/alert';
import type { Routing } from '@belfry/schema/notifications/routing';
import { expect, test } from 'vitest';
import { countRouted } from './last-week.tsx';

const alert = (resourceId: string, level: Alert['level']): Alert => ({
  ...{ id: resourceId, type: 'cpu', level, resourceId, resourceName: '', node: 'pve1', instance: 'dc', message: '' },
  ...{ value: 1, threshold: 1, startTime: '', acknowledged: false },
});
const alerts = [alert('dc-100', 'warning'), alert('dc-100', 'critical'), alert('dc-101', 'critical')];
const everything: Routing = { minLevel: 'warning', types: [], instances: [], nodes: [], tags: [], hours: null };
const tagsOf = (id: string) => (id === 'dc-100' ? ['prod'] : []);

test('the alerts that pass the filters of a destination are counted', () => {
  const count = (change: Partial<Routing>) => countRouted(alerts, { ...everything, ...change }, tagsOf);
  expect(count({})).toBe(3);
  expect(count({ minLevel: 'critical' })).toBe(2);
  expect(count({ tags: ['prod'] })).toBe(2);
  expect(count({ tags: ['prod'], minLevel: 'critical' })).toBe(1);
  expect(count({ types: ['memory'] })).toBe(0);
});
