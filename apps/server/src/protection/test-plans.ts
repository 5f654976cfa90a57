// The plans of restore tests: what they want now, and which guest is marked for it in the state.
import { dueTests, type PassedTests, planGroups } from '@belfry/domain/drill/plan';
import type { Drill } from '@belfry/schema/drill/drill';
import type { TestPlan } from '@belfry/schema/drill/plan';
import type { TestPlansReply } from '@belfry/schema/http/test-plans';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { State } from '@belfry/schema/state';
import type { Moment } from '../lib/clock.ts';
import { zoneNamed } from '../lib/zones.ts';

export interface TestPlansDeps {
  plans(): readonly TestPlan[];
  /** All that were handed out. */
  drills(): readonly Drill[];
  zone: string;
}

/** Time and new tests change it. */
const EVERY_MS = 10_000;

export function createTestPlans({ plans, drills, zone: name }: TestPlansDeps) {
  const zone = zoneNamed(name);
  let seen: { of: readonly GuestProtection[]; plans: readonly TestPlan[]; at: number } | undefined;
  let marked: readonly GuestProtection[] = [];

  function all(state: State, protection: readonly GuestProtection[], now: number): TestPlansReply['plans'] {
    const present = plans();
    if (present.length === 0) return [];
    const able = new Set(
      protection.filter(({ backups, state: how }) => backups > 0 && how !== 'excluded').map(({ id }) => id),
    );
    const siteOf = new Map(state.instances.map(({ id, site }) => [id, site]));
    const guests = [...state.vms, ...state.containers].map(({ id, name: called, tags, pool, instance }) => ({
      ...{ id, name: called, tags, pool, site: siteOf.get(instance), hasBackup: able.has(id) },
    }));
    const passed = passedIn(drills());
    return present.map((plan) => ({ plan, groups: planGroups(plan, guests, passed, now, zone) }));
  }

  return {
    all: (state: State, now: number) => all(state, state.guestProtection, now),
    /** The same list while nothing changes. */
    mark(state: State, of: readonly GuestProtection[], { at, monotonic }: Moment): readonly GuestProtection[] {
      const present = plans();
      if (seen?.of === of && seen.plans === present && monotonic - seen.at < EVERY_MS) return marked;
      const due = dueTests(all(state, of, at));
      const next = due.size === 0 ? of : of.map((each) => withDue(each, due.get(each.id)));
      const isSame =
        seen?.of === of && next.length === marked.length && next.every((each, n) => isAlike(each, marked[n]));
      seen = { of, plans: present, at: monotonic };
      if (!isSame) marked = next;
      return marked;
    },
  };
}

const withDue = (each: GuestProtection, testDue: GuestProtection['testDue']): GuestProtection =>
  testDue ? { ...each, testDue } : each;

const isAlike = (a: GuestProtection, b: GuestProtection | undefined): boolean =>
  JSON.stringify(a.testDue) === JSON.stringify(b?.testDue);

function passedIn(drills: readonly Drill[]): PassedTests {
  const passed = new Map<string, number[]>();
  for (const { guest, state, seen } of drills) {
    const last = seen.findLast(({ step }) => step !== 'removed');
    if ((state !== 'passed' && state !== 'done') || !last) continue;
    passed.set(guest, [...(passed.get(guest) ?? []), Date.parse(last.at)]);
  }
  return passed;
}
