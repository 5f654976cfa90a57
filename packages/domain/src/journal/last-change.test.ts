import type { JournalEntry } from '@belfry/schema/journal/entry';
import { expect, test } from 'vitest';
import { formatBytes } from '../format.ts';
import { changesToAsk, lastChange, timeBefore } from './last-change.ts';
import { shownChange } from './shown-change.ts';

const START = Date.parse('2026-11-29T12:00:00Z');
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(START - minutes * MINUTE).toISOString();
const entry = (id: string, minutes: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ id, at: ago(minutes), resource: 'dc-101', instance: 'dc', name: 'web01', kind: 'guest', event: 'changed' },
  ...{ by: 'root@pam', source: 'task', changes: [{ field: 'memory', before: '16384', after: '8192' }] },
  ...more,
});

test('the last change before the alert, whatever the order of the entries', () => {
  expect(lastChange([entry('1', 60), entry('2', 2), entry('3', 30)], START)?.id).toBe('2');
  expect(timeBefore(entry('2', 2), START)).toEqual({ least: 2 * MINUTE, most: 2 * MINUTE });
});

test('a change after the alert began, one long before it and a removal are none', () => {
  expect(lastChange([entry('1', -1), entry('2', 241), entry('3', 5, { event: 'removed' })], START)).toBeUndefined();
});

test('a change between two readings was made before the alert only if both are', () => {
  const between = (from: number, to: number) => entry('1', to, { since: ago(from), source: 'readings', by: null });
  expect(timeBefore(between(65, 5), START)).toEqual({ least: 5 * MINUTE, most: 65 * MINUTE });
  expect(lastChange([between(30, -30)], START)).toBeUndefined();
});

test('it is looked for at the resource and at its node', () => {
  const alert = { resourceId: 'dc-101', node: 'pve1', startTime: ago(0), metadata: { instanceId: 'dc' } };
  expect(changesToAsk(alert)).toEqual({ resources: ['dc-101', 'dc-pve1'], from: START - 240 * MINUTE, to: START });
  expect(changesToAsk({ ...alert, resourceId: 'dc-pve1' }).resources).toEqual(['dc-pve1']);
  expect(changesToAsk({ ...alert, node: '' }).resources).toEqual(['dc-101']);
});

test('memory is a size, and what is no plain number stays as the host wrote it', () => {
  const shown = (field: string, before: string | null, after: string | null) =>
    Object.values(shownChange({ field, before, after }, formatBytes)).join(' ');
  expect(shown('memory', '16384', '8192')).toBe('memory 16 GB 8 GB');
  expect(shown('swap', null, '512')).toBe('swap  512 MB');
  expect(shown('memory', '16384', 'current=1')).toBe('memory 16384 current=1');
  expect(shown('cores', '4', '2')).toBe('cores 4 2');
});

test('a storage is asked for under its name in the instance, and a datastore beside its server', () => {
  const alert = { startTime: ago(0), node: '', resourceName: 'nas' };
  const of = (resourceId: string, metadata: object) =>
    changesToAsk({ ...alert, resourceId, metadata: { instanceId: 'dc', ...metadata } }).resources;
  expect(of('dc-cluster-nas', { resourceType: 'storage' })).toEqual(['dc-cluster-nas', 'dc/storage/nas']);
  expect(of('pbs-main', { datastore: 'fast' })).toEqual(['pbs-main', 'pbs-main/fast']);
});
