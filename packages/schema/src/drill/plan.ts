// A plan of restore tests: so many guests of each group are tested in each month, quarter or year.
import * as z from 'zod';

const Name = z.string().trim().min(1).max(200);

/** `names`: each of them is a group; none: each tag, pool or site there is. Of `guests` they are ids, and all are one group. */
export const TestScope = z.strictObject({
  kind: z.enum(['tag', 'pool', 'site', 'guests']),
  names: z.array(Name).max(1000).default([]),
});
export type TestScope = z.infer<typeof TestScope>;

/** `count`: of each group. `remindDays`: so long before the end of the time somebody is reminded. */
export const TestPlanInput = z.strictObject({
  name: Name,
  every: z.enum(['month', 'quarter', 'year']),
  scope: TestScope,
  count: z.number().int().min(1).max(100).default(1),
  remindDays: z.number().int().min(0).max(90).default(14),
});
export type TestPlanInput = z.infer<typeof TestPlanInput>;

/** `since` (ISO): what was not tested before it is not missing. */
export const TestPlan = TestPlanInput.extend({
  id: z.string().regex(/^[\w-]{1,64}$/),
  since: z.iso.datetime({ offset: true }),
});
export type TestPlan = z.infer<typeof TestPlan>;

/** Somebody was tested: the id of the guest, its name, and when the test was handed out (ISO). */
const Tested = z.object({ guest: z.string(), name: z.string(), at: z.string().optional() });

/**
 * One group of a plan. `done`: enough guests were tested. `due`: the time ends soon. `overdue`: it ended without enough tests, and there was none
 * since. `none`: no guest of it has a backup. `tested`: in this time, and seen by Belfry. `wanted`: how many are to be tested, at most all with a
 * backup. `next`: who is, the longest untested first; `at`: its last test. `without`: how many have no backup. `until` (ISO): the end of the time.
 */
export const TestGroup = z.object({
  group: z.string(),
  state: z.enum(['done', 'open', 'due', 'overdue', 'none']),
  wanted: z.number().int(),
  tested: z.array(Tested),
  next: z.array(Tested),
  without: z.number().int(),
  until: z.string(),
});
export type TestGroup = z.infer<typeof TestGroup>;

/** That a plan wants the guest tested. `until` (ISO): when the time ends. `isOverdue`: the time before ended without a test. */
export const TestDue = z.object({ plan: z.string(), until: z.string(), isOverdue: z.literal(true).optional() });
export type TestDue = z.infer<typeof TestDue>;
