import type { GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import { expect, test } from 'vitest';
import { notableSnapshots } from './old-snapshots.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const snapshot = (name: string, time: string, vmstate = false): GuestSnapshot => ({
  id: name,
  name,
  node: 'pve1',
  instance: 'dc',
  type: 'qemu',
  vmid: 101,
  time,
  vmstate,
});

test('snapshots of a week and those with memory are listed, the oldest first', () => {
  const list = [
    snapshot('fresh', '2026-11-22T10:00:00Z'),
    snapshot('week', '2026-11-15T12:00:00Z'),
    snapshot('memory', '2026-11-22T11:00:00Z', true),
    snapshot('year', '2025-11-22T12:00:00Z'),
    snapshot('almost', '2026-11-15T12:00:01Z'),
  ];
  const found = notableSnapshots(list, () => 4096, NOW);
  expect(found.map((each) => [each.snapshot.name, each.isOld, each.memoryBytes])).toEqual([
    ['year', true, undefined],
    ['week', true, undefined],
    ['memory', false, 4096],
  ]);
  expect(found[1]?.ageDays).toBe(7);
});

test('a snapshot of a guest that is gone has no size', () => {
  expect(
    notableSnapshots([snapshot('a', '2026-11-22T11:00:00Z', true)], () => undefined, NOW)[0]?.memoryBytes,
  ).toBeUndefined();
});
