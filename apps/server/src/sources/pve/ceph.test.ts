import type { Storage } from '@belfry/schema/entities/storage';
import { expect, test } from 'vitest';
import { estimatedCeph } from './ceph.ts';

const storage = (name: string, fields: Partial<Storage> = {}) =>
  ({ name, type: 'rbd', total: 1000, used: 100, nodeCount: 5, ...fields }) as Storage;
const estimate = (...storages: Storage[]) => estimatedCeph(storages, 'dc', '');

test('if Ceph cannot be queried, only the size of its storages is in the state, without invented daemons or placement groups', () => {
  expect(estimate(storage('a'), storage('b'))).toMatchObject({
    health: 'HEALTH_UNKNOWN',
    usedBytes: 200,
    usagePercent: 20,
    numMons: 0,
    numMgrs: 0,
    numOsds: 0,
    numOsdsUp: 0,
    numOsdsIn: 0,
    numPGs: 0,
    services: [],
  });
  expect(estimate(storage('a', { type: 'dir' }))).toBeUndefined();
});
