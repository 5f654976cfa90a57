import { emptyState } from '@belfry/domain/delta/empty-state';
import { aGuest } from '@belfry/domain/testing/guest';
import type { Drill } from '@belfry/schema/drill/drill';
import type { TestPlan } from '@belfry/schema/drill/plan';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { createTestPlans } from './test-plans.ts';

const DAY = 86_400_000;
const plan: TestPlan = {
  ...{ id: 'p', name: 'Monthly', every: 'month', count: 1, remindDays: 5, since: '2026-01-10T00:00:00Z' },
  scope: { kind: 'tag', names: ['web'] },
};
const guest = (vmid: number) => aGuest({ id: `dc-${vmid}`, vmid, name: `web-${vmid}`, tags: ['web'] });
const protection = (id: string, more: Partial<GuestProtection> = {}): GuestProtection => ({
  ...{ id, state: 'protected', jobs: [], backups: 3, protectedBackups: 0, disksLeftOut: [] },
  ...more,
});
const drill = (id: string, state: Drill['state'], at: string): Drill => ({
  ...{ id: 'd', guest: id, name: id, instance: 'dc', type: 'qemu', vmid: 100, tags: ['web'], ports: [], by: 'ann' },
  backup: { volid: 'pbs:backup/vm/100', time: at, storage: 'pbs' },
  target: { node: 'pve1', vmid: 9100, storage: 'local' },
  ...{ state, createdAt: at, until: '2026-12-02T00:00:00Z', patienceMs: 600_000 },
  seen: [
    { step: 'filesRead', at },
    { step: 'removed', at: '2026-12-01T00:00:00Z' },
  ],
});

function setUp(now: string) {
  let [at, monotonic] = [Date.parse(now), 0];
  const drills: Drill[] = [];
  const state: State = { ...emptyState, vms: [guest(100), guest(101)] };
  const marks = createTestPlans({ plans: () => plans, drills: () => drills, zone: 'UTC' });
  const plans = [plan];
  return {
    drills,
    later(ms: number) {
      at += ms;
      monotonic += ms;
    },
    mark: (of: readonly GuestProtection[]) => marks.mark(state, of, { at, monotonic }),
  };
}
const due = (list: readonly GuestProtection[]) =>
  list.flatMap(({ id, testDue }) => (testDue ? [[id, testDue.isOverdue ?? false]] : []));

test('the guest that is next is marked when its test is due, and a test that was seen takes the mark away', () => {
  const { drills, later, mark } = setUp('2026-01-20T12:00:00Z');
  const of = [protection('dc-100'), protection('dc-101')];
  expect(mark(of)).toBe(of);
  later(8 * DAY);
  expect(due(mark(of))).toEqual([['dc-100', false]]);
  expect(mark(of)).toBe(mark(of));
  drills.push(drill('dc-100', 'refused', '2026-01-28T12:30:00Z'), drill('dc-100', 'running', '2026-01-28T12:40:00Z'));
  later(DAY / 24);
  expect(due(mark(of))).toEqual([['dc-100', false]]);
  drills.push(drill('dc-101', 'done', '2026-01-28T12:50:00Z'));
  later(DAY / 24);
  expect(due(mark(of))).toEqual([]);
});

test('the month after one without a test it is overdue; a guest without a backup, or that needs none, is never wanted', () => {
  const { later, mark } = setUp('2026-03-01T12:00:00Z');
  const all = [protection('dc-100', { backups: 0 }), protection('dc-101')];
  expect(due(mark(all))).toEqual([['dc-101', true]]);
  later(DAY);
  expect(due(mark([protection('dc-100', { state: 'excluded' }), protection('dc-101')]))).toEqual([['dc-101', true]]);
  later(DAY);
  expect(due(mark([protection('dc-100', { backups: 0 }), protection('dc-101', { backups: 0 })]))).toEqual([]);
});
