import { expect, test } from 'vitest';
import { targetOf } from './use-target.ts';

const rows = [
  { kind: 'group', key: 'node:pve1' },
  { kind: 'storage', key: 'pve1/local' },
  { kind: 'detail', key: 'pve1/local/zfs' },
  { kind: 'storage', key: 'pve2/local' },
  { kind: 'guest', key: 'dc-104' },
  { kind: 'guest', key: 'dc-1104' },
];

test('an address may be encoded, and a malformed one names nothing', () => {
  const container = { kind: 'container', key: 'docker:host/c1' };
  expect(targetOf([container], 'docker%3Ahost%2Fc1')).toBe(container);
  expect(targetOf([container], '%E0%A4%A')).toBeUndefined();
});

test('an id names the row of its entity, the first one where it is in several groups, and never a part of an id', () => {
  expect(targetOf(rows, 'dc-104')).toBe(rows[4]);
  expect(targetOf(rows, 'local')).toBe(rows[1]);
  expect(targetOf(rows, '104')).toBeUndefined();
  expect(targetOf(rows, 'node:pve1')).toBeUndefined();
  expect(targetOf(rows, 'zfs')).toBeUndefined();
});
