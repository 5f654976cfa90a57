import type { Storage } from '@belfry/schema/entities/storage';
import { expect, test } from 'vitest';
import { estimatedCeph } from './ceph.ts';

const storage = (name: string, fields: Partial<Storage> = {}) =>
  ({ name, type: 'rbd', total: 1000, used: 100, nodeCount: 5, ...fields }) as Storage;
const estimate = (...storages: Storage[]) => estimatedCeph(storages, 'dc', '');

test('where Ceph cannot be asked it is estimated: two OSDs a storage, one to three monitors, at least 128 placement groups', () => {
  expect(estimate(storage('a'), storage('b'))).toMatchObject({
    health: 'HEALTH_UNKNOWN',
    numOsds: 4,
    numMons: 3,
    numPGs: 128,
    usedBytes: 200,
    usagePercent: 20,
  });
  expect(estimate(storage('a', { nodeCount: 1 }))).toMatchObject({ numMons: 1, numPGs: 128 });
  expect(estimate(...['a', 'b', 'c'].map((name) => storage(name)))?.numPGs).toBe(192);
  expect(estimate(storage('a', { type: 'dir' }))).toBeUndefined();
});
