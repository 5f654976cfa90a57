import { expect, test } from 'vitest';
import { byId, diskId, guestId, instanceId, mintInstanceId, nodeId, SHARED, storageId } from './ids.ts';

test('a guest keeps its id when it migrates, a shared storage has one id per cluster', () => {
  expect(guestId('dc', 101)).toBe('dc-101');
  expect(storageId('dc', SHARED, 'ceph')).toBe('dc-cluster-ceph');
  expect(nodeId('dc', 'pve1')).toBe('dc-pve1');
  expect(diskId('dc', 'pve1', '/dev/sda')).toBe('dc-pve1--dev-sda');
});

test('only the id of a PVE instance is its bare name', () => {
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

test('a new id is made from the first name, is valid in a URL, and is unique', () => {
  const mint = (kind: 'pve' | 'pbs', name: string, ...taken: string[]) =>
    mintInstanceId(kind, name, (id) => taken.includes(id));
  expect(mint('pve', 'pve-attic.01')).toBe('pve-attic.01');
  expect(mint('pbs', 'main')).toBe('pbs-main');
  expect(mint('pve', ' Rack 2 / "a" ')).toBe('Rack-2-a');
  expect(mint('pve', '東京')).toBe('東京');
  expect(mint('pve', '???')).toBe('pve');
  expect(mint('pve', 'home', 'home', 'home-2')).toBe('home-3');
});
