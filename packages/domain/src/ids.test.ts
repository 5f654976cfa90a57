import { expect, test } from 'vitest';
import { byId, diskId, guestId, instanceId, nodeId, SHARED, storageId } from './ids.ts';

test('a guest keeps its id when it migrates, a shared storage has one id per cluster', () => {
  expect(guestId('dc', 101)).toBe('dc-101');
  expect(storageId('dc', SHARED, 'ceph')).toBe('dc-cluster-ceph');
  expect(nodeId('dc', 'pve1')).toBe('dc-pve1');
  expect(diskId('dc', 'pve1', '/dev/sda')).toBe('dc-pve1--dev-sda');
});

test('only PVE instances go by their bare name', () => {
  expect(instanceId('pve', 'main')).toBe('main');
  expect(instanceId('pbs', 'main')).toBe('pbs-main');
});

test('sorting by id does not depend on locale', () => {
  expect([{ id: 'b' }, { id: 'a-2' }, { id: 'Z' }, { id: 'a-10' }].sort(byId).map((e) => e.id)).toEqual([
    'Z',
    'a-10',
    'a-2',
    'b',
  ]);
});
