// The endpoints of protection: what people decide, and the last nights of all guests.
import { randomUUID } from 'node:crypto';
import {
  addRestoreTest,
  deleteAssignment,
  deleteExclusion,
  deleteRestoreTest,
  getDecisions,
  getNights,
  MAX_DECISIONS,
  type Nights,
  putAssignment,
  putExclusion,
  putReminder,
} from '@belfry/schema/http/protection';
import { getTestPlans, putTestPlans, type TestPlansReply } from '@belfry/schema/http/test-plans';
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, iso } from '../lib/clock.ts';
import { type Refused, refuse } from '../lib/refusal.ts';
import type { Decisions } from './decisions.ts';

export interface ProtectionRoutesDeps {
  decisions: Decisions;
  testPlans(): TestPlansReply;
  nights(days: number): Required<Nights>;
  state(): State;
  audited: Audited;
  /** The name of the caller. */
  nameOf(request: FastifyRequest): string;
  clock: Clock;
}

export function protectionRoutes(mount: Mount, deps: ProtectionRoutesDeps): void {
  const { decisions, testPlans, nights, state, audited, nameOf, clock } = deps;
  const isGuest = (id: string) => [...state().vms, ...state().containers].some((guest) => guest.id === id);
  const full = (name: keyof typeof MAX_DECISIONS): Refused | undefined => {
    const [most, there] = [MAX_DECISIONS[name], decisions.all()[name].length];
    return there < most
      ? undefined
      : refuse('conflict', { id: 'list.full', values: { limit: most, things: words[name] } });
  };
  const noted = (request: FastifyRequest, text: string) => audited(request, 'protection_changed', text);

  mount(getDecisions, () => decisions.all());

  mount(putExclusion, async ({ params: { guest }, body, request }) => {
    if (!isGuest(guest)) return refuse('not_found');
    const { until, note } = body;
    const refused = full('exclusions');
    if (refused && !decisions.all().exclusions.some((each) => each.guest === guest)) return refused;
    const exclusion = { guest, note, ...(until !== undefined && { until: iso(Date.parse(until)) }) };
    await decisions.change(({ protection }) => protection.exclude(exclusion, nameOf(request)));
    await noted(request, `${guest} needs no backup: ${note}`);
    return exclusion;
  });
  mount(deleteExclusion, async ({ params: { guest }, request }) => {
    if (!(await decisions.change(({ protection }) => protection.include(guest)))) return refuse('not_found');
    await noted(request, `${guest} needs backups`);
    return { success: true, message: 'Exclusion removed' };
  });

  mount(putAssignment, async ({ params: { group }, body: { guest }, request }) => {
    const known = state().backupGroups.find(({ id }) => id === group);
    const before = decisions.all().assignments.some((each) => each.group === group);
    if (!isGuest(guest) || (!known && !before)) return refuse('not_found');
    const refused = full('assignments');
    if (refused && !before) return refused;
    await decisions.change(({ protection }) => protection.assign({ group, guest }, nameOf(request)));
    await noted(request, `the backups ${group} belong to ${guest}`);
    return { group, guest };
  });
  mount(deleteAssignment, async ({ params: { group }, request }) => {
    if (!(await decisions.change(({ protection }) => protection.unassign(group)))) return refuse('not_found');
    await noted(request, `the backups ${group} are not assigned any more`);
    return { success: true, message: 'Assignment removed' };
  });

  mount(addRestoreTest, async ({ body: { guest, at, result, note }, request }) => {
    if (!isGuest(guest)) return refuse('not_found');
    const refused = full('restoreTests');
    if (refused) return refused;
    const test = { guest, result, note, at: at === undefined ? clock.now() : Date.parse(at) };
    const added = await decisions.change(({ protection }) => protection.addRestoreTest(test, nameOf(request)));
    await noted(request, `restore test of ${guest}: ${result}`);
    return added;
  });
  mount(deleteRestoreTest, async ({ params: { id }, request }) => {
    if (!(await decisions.change(({ protection }) => protection.removeRestoreTest(id)))) return refuse('not_found');
    await noted(request, `restore test ${id} removed`);
    return { success: true, message: 'Restore test removed' };
  });
  mount(putReminder, async ({ body: { days }, request }) => {
    await decisions.remind(days);
    await noted(request, days === null ? 'no reminder of restore tests' : `reminder of restore tests: ${days} days`);
    return { days };
  });

  mount(getTestPlans, () => testPlans());
  mount(putTestPlans, async ({ body: { plans }, request }) => {
    const before = new Map(decisions.testPlans().map((plan) => [plan.id, plan]));
    const next = plans.map(({ id, ...plan }) => {
      const known = id === undefined ? undefined : before.get(id);
      return { ...plan, id: known?.id ?? randomUUID(), since: known?.since ?? iso(clock.now()) };
    });
    await decisions.setTestPlans(next);
    await noted(request, `plans of restore tests: ${next.map(({ name }) => name).join(', ') || 'none'}`);
    return testPlans();
  });

  mount(getNights, ({ query: { days, after } }) => {
    const { revision, instances } = nights(days);
    return revision === after ? { revision } : { revision, instances };
  });
}

/** For messages. */
const words = { exclusions: 'exclusions', assignments: 'assignments', restoreTests: 'restore tests' } as const;
