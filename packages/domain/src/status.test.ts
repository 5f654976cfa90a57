import type { Alert } from '@belfry/schema/entities/alert';
import type { Node } from '@belfry/schema/entities/node';
import { expect, test } from 'vitest';
import { alertMarks, guestRunning, guestShowsFigures, hottest, lostNodes } from './status.ts';
import { tagHue } from './tags.ts';
import { aGuest } from './testing/guest.ts';
import { levelOf, rateLevel, USAGE_BANDS } from './thresholds.ts';

test('a guest on a node that is not online does not run', () => {
  expect(guestRunning(aGuest(), new Set(['dc-pve1']))).toBe(true);
  expect(guestRunning(aGuest(), new Set())).toBe(false);
  expect(guestRunning(aGuest({ status: 'paused' }), new Set(['dc-pve1']))).toBe(false);
});

test('the worst unacknowledged alert marks a row, grey only when all are acknowledged', () => {
  const alert = (resourceId: string, level: 'warning' | 'critical', acknowledged: boolean) =>
    ({ resourceId, level, acknowledged }) as Alert;
  const marks = alertMarks([
    alert('a', 'critical', true),
    alert('a', 'warning', false),
    alert('b', 'critical', true),
    alert('c', 'warning', false),
    alert('c', 'critical', false),
  ]);
  expect(Object.fromEntries(marks)).toEqual({ a: 'warning', b: 'acknowledged', c: 'critical' });
});

test('a node is as hot as its hottest reading, rounded', () => {
  const cores = [{ core: 0, temp: 61.6 }];
  expect(hottest({ temperature: { available: true, cpuPackage: 55, cores } })).toBe(62);
  expect(hottest({ temperature: { available: true } })).toBeUndefined();
  expect(hottest({ temperature: { available: false, cpuPackage: 55 } })).toBeUndefined();
});

test('a band begins at its own figure', () => {
  expect([74.9, 75, 84.9, 85].map((v) => levelOf(v, USAGE_BANDS.memory))).toEqual(['ok', 'warn', 'warn', 'crit']);
  expect([0.9, 1, 10, 50].map((mb) => rateLevel(mb * 1024 ** 2))).toEqual(['faint', 'ok', 'warn', 'crit']);
});

test('a tag keeps its colour whatever its case', () => {
  expect(tagHue('Production')).toBe(tagHue('production'));
  expect(tagHue('constructor')).toBeGreaterThanOrEqual(0);
});

test('a node that its cluster sees offline is a problem at once; where nobody answers the instance is', () => {
  const nodes = ['dc', 'home'].map((instance) => ({ id: `${instance}-a`, instance, status: 'offline' }) as Node);
  const error = { kind: 'unreachable', message: '', since: '' } as const;
  const lost = lostNodes(nodes, [{ id: 'dc' }, { id: 'home', error }]);
  expect(lost.map(({ id }) => id)).toEqual(['dc-a']);
  expect(lostNodes([{ ...nodes[0], status: 'online' } as Node], [])).toEqual([]);
});

test('a paused guest shows figures on a node that is online, one that is switched off or unknown does not', () => {
  const online = new Set(['dc-pve1']);
  const shows = (status: string) => guestShowsFigures(aGuest({ status }), online);
  expect(['running', 'paused', 'io-error', 'stopped', 'unknown'].map(shows)).toEqual([true, true, true, false, false]);
  expect(guestShowsFigures(aGuest({ status: 'paused' }), new Set())).toBe(false);
});
