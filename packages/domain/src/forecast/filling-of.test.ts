import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { fillingOf } from './filling-of.ts';

const alert = (resourceType: string, type: string, resourceId: string, more: object = {}): Alert => ({
  ...{ id: 'a', type, level: 'warning', resourceId, resourceName: 'name', node: 'n', instance: 'name', message: '' },
  ...{ value: 1, threshold: 1, startTime: '', acknowledged: false },
  metadata: { resourceType, unit: '', occurrence: '', instanceId: '', list: '', ...more },
});

test('an alert about filling or wear says of what the forecast is, and another alert of nothing', () => {
  const of = (...given: Parameters<typeof alert>) => fillingOf(alert(...given));
  expect(of('storage', 'usage', 'dc-local')).toEqual({ kind: 'storage', id: 'dc-local' });
  expect(of('pbs', 'usage', 'pbs-a', { datastore: 'tank' })).toEqual({ kind: 'datastore', id: 'pbs-a/tank' });
  expect(of('pbs', 'datastore-full-soon', 'pbs-a', { datastore: 'tank' })).toEqual({
    ...{ kind: 'datastore', id: 'pbs-a/tank' },
  });
  expect(of('guest', 'disk', 'dc-100', { mountpoint: '/var' })).toEqual({ kind: 'filesystem', id: 'dc-100:/var' });
  expect(of('guest', 'disk', 'dc-100')).toEqual({ kind: 'guest', id: 'dc-100' });
  expect(of('node', 'disk', 'dc-pve1')).toEqual({ kind: 'node', id: 'dc-pve1' });
  expect(of('disk', 'disk-wearout', 'dc-pve1-sda')).toEqual({ kind: 'disk', id: 'dc-pve1-sda' });
  expect(of('guest', 'cpu', 'dc-100')).toBeUndefined();
  expect(of('guest', 'diskRead', 'dc-100')).toBeUndefined();
  expect(of('disk', 'disk-health', 'dc-pve1-sda')).toBeUndefined();
});
