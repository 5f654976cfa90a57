import { aGuest } from '@belfry/domain/testing/guest';
import type { Node } from '@belfry/schema/entities/node';
import { expect, test } from 'vitest';
import { type Counted, countsOf } from './counts.ts';

const state = (fields: Partial<Record<keyof Counted, unknown[]>>) =>
  ({
    nodes: [{ id: 'dc-a' }, { id: 'dc-b' }] as Node[],
    pbs: [],
    vms: [],
    containers: [],
    storage: [],
    physicalDisks: [],
    storageBackups: [],
    guestSnapshots: [],
    pbsBackups: [],
    ...fields,
  }) as Counted;
const at = { instance: 'dc', node: 'a' };

test('the Overview counts guests, and a node without any has none', () => {
  const vms = [aGuest(at), aGuest({ ...at, vmid: 101 }), aGuest({ ...at, node: 'gone' })];
  const counts = countsOf('dashboard', state({ vms }));
  expect([...counts]).toEqual([
    ['dc-a', { vms: 2, containers: 0 }],
    ['dc-b', { vms: 0, containers: 0 }],
  ]);
});

test('a shared storage counts on each of its nodes', () => {
  const counts = countsOf('storage', state({ storage: [{ nodeIds: ['dc-a', 'dc-b'] }], physicalDisks: [at] }));
  expect([counts.get('dc-a'), counts.get('dc-b')]).toEqual([
    { storage: 1, disks: 1 },
    { storage: 1, disks: 0 },
  ]);
});

test('a backup on a backup server counts there and not on the node that sees it', () => {
  const lists = {
    pbs: [{ id: 'pbs-main', name: 'main' }],
    storageBackups: [
      { ...at, isPBS: true },
      { ...at, isPBS: false },
    ],
    guestSnapshots: [at],
    pbsBackups: [{ instance: 'main' }, { instance: 'main' }],
  };
  const counts = countsOf('backups', state(lists));
  expect([counts.get('dc-a'), counts.get('pbs-main')]).toEqual([{ backups: 2 }, { backups: 2 }]);
});
