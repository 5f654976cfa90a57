import { expect, test } from 'vitest';
import { typesOf } from './catalogue.ts';

test('only types that the kind of a resource can have are offered for it', () => {
  expect(typesOf('storage')).toEqual([
    ...['usage', 'no-figures', 'offline'],
    ...['zfs-pool-state', 'zfs-pool-errors', 'zfs-device', 'job-late'],
  ]);
  expect(typesOf('guest')).not.toContain('temperature');
  const measures = ['cpu', 'memory', 'disk', 'temperature'];
  expect(typesOf('node')).toEqual([
    ...measures,
    'no-figures',
    'node-api',
    'connectivity',
    ...['zfs-pool-state', 'zfs-pool-errors', 'zfs-device', 'thin-metadata'],
    'backup-failed',
    'job-late',
    'ha-status',
    'node-loss',
    'service-failed',
    'baseline',
  ]);
  expect(typesOf('dockerHost')).toEqual(['docker-host-offline', 'clock-offset']);
});
