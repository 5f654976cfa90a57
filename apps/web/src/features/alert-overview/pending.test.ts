import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { unconfirmed, withAll, without, withPending } from './pending.ts';

const alert = (id: string, acknowledged: boolean): Alert => ({
  ...{ id, type: 'cpu', level: 'warning', resourceId: id, resourceName: id, node: 'a', instance: 'a', message: '' },
  ...{ value: 1, threshold: 1, startTime: '', acknowledged },
});

test('an alert keeps the look that the user asked for when the server sends the old one again', () => {
  const pending = new Map([['a', true]]);
  const [a, b] = [alert('a', false), alert('b', false)];
  expect(withPending([a, b], pending)).toEqual([{ ...a, acknowledged: true }, b]);
  expect(withPending([alert('a', false)], pending)[0]?.acknowledged).toBe(true);
  expect(withPending([b], pending)[0]).toBe(b);
});

test('a wish ends when the server shows it, or when the alert has ended', () => {
  const pending = new Map([
    ['shown', true],
    ['not yet', true],
    ['restored', false],
    ['ended', true],
  ]);
  const alerts = [alert('shown', true), alert('not yet', false), alert('restored', false)];
  expect([...unconfirmed(pending, alerts)]).toEqual([['not yet', true]]);
  expect(
    unconfirmed(
      without(pending, ['x']),
      [...pending.keys()].map((id) => alert(id, !pending.get(id))),
    ),
  ).toBe(pending);
});

test('wishes about several alerts are added and taken back together, the others stay', () => {
  const all = withAll(new Map([['a', false]]), ['b', 'c'], true);
  expect([...all]).toEqual([
    ['a', false],
    ['b', true],
    ['c', true],
  ]);
  expect([...without(all, ['a', 'c'])]).toEqual([['b', true]]);
});
