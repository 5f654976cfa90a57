import { byId } from '@belfry/domain/ids';
import type { Alert } from '@belfry/schema/entities/alert';
import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { createAlertLists } from './alert-lists.ts';
import type { Tracked } from './tracked.ts';

const ids = ['a-cpu', 'a-disk', 'b-cpu', 'c', 'd-memory', 'e'];
const trackedOf = (id: string): Tracked => ({
  ...{ id, list: 'vms', entityId: id, reading: undefined, verdict: { is: 'unknown' } },
  ...{ instanceId: 'a', evaluation: 0 },
});
const alertOf = (id: string): Alert => ({
  ...{ id, type: 'cpu', level: 'warning', resourceId: id, resourceName: id, node: 'n', instance: 'a', message: id },
  ...{ value: 1, threshold: 1, startTime: '2026-01-01T00:00:00Z', acknowledged: false },
});
const steps = array(tuple(constantFrom(...ids), constantFrom('begins', 'ends', 'is another alert', 'is read')));

test('active alerts are listed once each and in order, whatever begins and ends between two reads', () => {
  assert(
    property(steps, (all) => {
      const lists = createAlertLists();
      const tracked = new Map(ids.map((id) => [id, trackedOf(id)]));
      const expected = () => [...tracked.values()].flatMap(({ open }) => open?.alert ?? []).sort(byId);
      const read = () => expect(lists.current(0).activeAlerts).toEqual(expected());
      for (const [id, step] of all) {
        if (step === 'is read') read();
        const one = tracked.get(id) as Tracked;
        if (step === 'is another alert') tracked.set(id, trackedOf(id));
        if (step === 'begins') one.open = { alert: alertOf(id), occurrence: id, startedAt: 0, peak: 1 };
        else if (step !== 'is read') one.open = undefined;
        lists.changed(one);
      }
      read();
    }),
  );
});

test('the list is the same object until an alert changes', () => {
  const lists = createAlertLists();
  const tracked = trackedOf('a');
  tracked.open = { alert: alertOf('a'), occurrence: 'a', startedAt: 0, peak: 1 };
  lists.changed(tracked);
  const { activeAlerts } = lists.current(0);
  expect(lists.current(1).activeAlerts).toBe(activeAlerts);
  tracked.open.alert = { ...tracked.open.alert, value: 2 };
  lists.changed(tracked);
  expect(lists.current(1).activeAlerts).toEqual([{ ...alertOf('a'), value: 2 }]);
});
