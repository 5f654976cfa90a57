import type { MaintenanceWindow, Silence, Target } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { occurrence } from '../../db/testing/occurrences.ts';
import { tempStore } from '../../db/testing/temp-store.ts';
import { iso } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createParts } from '../../lib/parts.ts';
import { inForce, marksOf } from './silences.ts';
import { createSilencing } from './silencing.ts';

const NOW = Date.parse('2026-01-05T12:00:00Z');
const MINUTE = 60_000;
const alertOf = (id: string, more: Partial<Alert> = {}): Alert =>
  occurrence(
    'o',
    {},
    {
      id,
      metadata: { resourceType: 'guest', unit: 'percent', occurrence: `o ${id}`, instanceId: 'dc', list: 'vms' },
      ...more,
    },
  ).alert;
const cpu = alertOf('dc-100-cpu');
const silence = (target: Target, until = NOW + MINUTE): Silence => ({
  ...{ id: 's', target, reason: 'why', by: 'ann', since: iso(NOW), until: iso(until) },
});
const window = (schedule: MaintenanceWindow['schedule'], more: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  ...{ id: 'w', name: 'patch day', targets: [{ kind: 'instance', value: 'dc' }], schedule, enabled: true, by: 'ann' },
  changedAt: iso(NOW),
  ...more,
});

test.each<[Target['kind'], string, string]>([
  ['alert', 'dc-100-cpu', 'dc-100-memory'],
  ['resource', 'dc-100', 'dc-10'],
  ['type', 'cpu', 'memory'],
  ['tag', 'prod', 'pro'],
  ['node', 'dc-pve1', 'pve1'],
  ['instance', 'dc', 'd'],
  ['site', 'cologne', 'bonn'],
])('a silence of kind %s is about exactly what it names', (kind, value, other) => {
  const marks = (target: Target) =>
    marksOf(cpu, inForce([silence(target)], [], NOW), { tagsOf: () => ['prod'], siteOf: () => 'cologne' });
  expect(marks({ kind, value })).toEqual({ silenced: { until: iso(NOW + MINUTE), reason: 'why', by: 'ann', id: 's' } });
  expect(marks({ kind, value: other })).toEqual({});
});

test('a silence of a node is about the alerts of the node itself too', () => {
  const offline = alertOf('docker-host-offline-nas', { resourceId: 'nas', node: 'nas.lan' });
  const force = inForce([silence({ kind: 'node', value: 'nas' })], [], NOW);
  expect(marksOf(offline, force, { tagsOf: () => [] })).toHaveProperty('silenced');
});

test('the next change is the next start or end of an enabled item; ended items are not in force', () => {
  const target: Target = { kind: 'type', value: 'cpu' };
  const later = window({ kind: 'once', start: iso(NOW + 5 * MINUTE), end: iso(NOW + 9 * MINUTE) });
  const open = window({ kind: 'weekly', weekdays: [1], start: '11:30', minutes: 45, timeZone: 'UTC' });
  const off = { ...open, enabled: false };
  expect(inForce([], [later], NOW)).toEqual({ silences: [], windows: [], changesAt: NOW + 5 * MINUTE });
  expect(inForce([], [off], NOW)).toEqual({ silences: [], windows: [], changesAt: Number.POSITIVE_INFINITY });
  const force = inForce([silence(target, NOW), silence(target, NOW + 20 * MINUTE)], [open, later], NOW);
  expect([force.silences.length, force.windows.length, force.changesAt]).toEqual([1, 1, NOW + 5 * MINUTE]);
  expect(marksOf(cpu, force, { tagsOf: () => [] }).maintenance).toEqual({
    name: 'patch day',
    until: iso(NOW + 15 * MINUTE),
  });
});

test('marks come and go with the time alone; the same marks are the same objects in the same list', async () => {
  const clock = fakeClock(NOW);
  let changes = 0;
  const silencing = createSilencing({
    store: await tempStore({ clock }),
    tagsOf: () => [],
    dockerHosts: () => [],
    changed: () => changes++,
    clock,
  });
  const alerts = [cpu, alertOf('dc-200-cpu', { resourceId: 'dc-200' })];
  expect(silencing.mark(alerts)).toBe(alerts);
  await silencing.silence({ target: { kind: 'resource', value: 'dc-100' }, reason: 'x', minutes: 2 }, 'ann');
  expect(changes).toBe(1);
  const marked = silencing.mark(alerts);
  expect(marked.map(({ metadata }) => metadata?.silenced?.reason)).toEqual(['x', undefined]);
  expect(marked[1]).toBe(alerts[1]);
  await clock.advance(2 * MINUTE - 1);
  expect(silencing.mark([...alerts])).toBe(marked);
  await clock.advance(1);
  expect(silencing.mark(alerts)).toBe(alerts);
  expect(silencing.silences()).toEqual([]);
});

test('a clock that is stepped back opens a window again', async () => {
  const clock = fakeClock(NOW);
  const silencing = createSilencing({
    store: await tempStore({ clock }),
    tagsOf: () => [],
    dockerHosts: () => [],
    changed() {},
    clock,
  });
  const schedule = { kind: 'once', start: iso(NOW), end: iso(NOW + MINUTE) } as const;
  await silencing.addWindow(window(schedule), 'ann');
  const isOpen = () => silencing.mark([cpu])[0]?.metadata?.maintenance !== undefined;
  const seen = [isOpen()];
  for (const step of [MINUTE, -1, -MINUTE]) {
    clock.step(step);
    seen.push(isOpen());
  }
  expect(seen).toEqual([true, false, true, false]);
});

test('many silences at once: each is stored, and beyond the limit they are refused', async () => {
  const clock = fakeClock(NOW);
  const store = await tempStore({ clock });
  const silencing = createSilencing({ store, tagsOf: () => [], dockerHosts: () => [], changed() {}, clock });
  const input = { target: { kind: 'type', value: 'cpu' } as const, reason: 'x', minutes: 5 };
  const answers = await Promise.all(Array.from({ length: 1001 }, () => silencing.silence(input, 'ann')));
  expect([answers.filter(({ ok }) => ok).length, silencing.silences().length]).toEqual([1000, 1000]);
  await clock.advance(5 * MINUTE);
  expect((await silencing.silence(input, 'ann')).ok).toBe(true);
  expect(
    createSilencing({ store, tagsOf: () => [], dockerHosts: () => [], changed() {}, clock }).silences().length,
  ).toBe(1);
});

test('a window that cannot be computed holds nothing back, is tried again and named; the others are in force', () => {
  const { guarded, problems } = createParts({ onDefect() {}, clock: { now: () => NOW } });
  const bad = window({ kind: 'once', start: iso(NOW - MINUTE), end: iso(NOW + MINUTE) }, { name: 'bad' });
  Object.defineProperty(bad.schedule, 'end', {
    get: () => {
      throw new Error('no end');
    },
  });
  const good = window({ kind: 'once', start: iso(NOW - MINUTE), end: iso(NOW + 90 * MINUTE) });
  for (const _ of [1, 2, 3]) {
    const force = inForce([], [bad, good], NOW, guarded);
    expect([force.windows.map(({ name }) => name), force.changesAt]).toEqual([['patch day'], NOW + MINUTE]);
  }
  expect(Object.values(problems()).map(({ message }) => message)).toEqual([
    'A part of Belfry does not work: the maintenance window "bad". Error: no end',
  ]);
});
