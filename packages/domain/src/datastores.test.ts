import { expect, test } from 'vitest';
import { capacityOf } from './datastores.ts';

const GB = 1024 ** 3;
const store = (total: number, used: number, fields: object = {}) => ({
  total,
  used,
  free: total - used,
  status: 'available',
  ...fields,
});

test('datastores on one file system count once, even if something is written between two readings', () => {
  const first = store(252 * GB, 23 * GB);
  const second = store(252 * GB, 23 * GB + 5_000_000);
  expect(capacityOf([first, second])).toEqual({ total: 252 * GB, used: 23 * GB });
});

test('disks of the same size with different free space are counted separately', () => {
  expect(capacityOf([store(252 * GB, 23 * GB), store(252 * GB, 60 * GB)])).toEqual({ total: 504 * GB, used: 83 * GB });
});

test('a datastore with a problem has old sizes, so it does not count beside its own file system', () => {
  const old = store(252 * GB, 10 * GB, { status: 'offline', error: 'offline maintenance mode' });
  expect(capacityOf([old, store(252 * GB, 23 * GB)])).toEqual({ total: 252 * GB, used: 23 * GB });
  expect(capacityOf([old])).toEqual({ total: 252 * GB, used: 10 * GB });
});

test('unknown sizes are undefined, not zero', () => {
  expect(capacityOf([])).toBeUndefined();
  expect(capacityOf([{ status: 'not mounted' }])).toBeUndefined();
});
