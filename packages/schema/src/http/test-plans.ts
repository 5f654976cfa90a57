// Plans of restore tests.
import * as z from 'zod';
import { TestGroup, TestPlan, TestPlanInput } from '../drill/plan.ts';
import { endpoint } from './endpoint.ts';

const PATH = '/api/protection/test-plans';
export const MAX_TEST_PLANS = 50;

export const TestPlansReply = z.object({ plans: z.array(z.object({ plan: TestPlan, groups: z.array(TestGroup) })) });
export type TestPlansReply = z.infer<typeof TestPlansReply>;

export const getTestPlans = endpoint(`GET ${PATH}`, {
  summary: 'Plans of restore tests, and which guests they want tested next',
  access: 'viewer',
  reply: TestPlansReply,
});

/** With `id` one that is there, which keeps its begin. */
const Given = TestPlanInput.extend({ id: TestPlan.shape.id.optional() });

export const putTestPlans = endpoint(`PUT ${PATH}`, {
  summary: 'Replace the plans of restore tests',
  access: 'operator',
  body: z.strictObject({ plans: z.array(Given).max(MAX_TEST_PLANS) }),
  reply: TestPlansReply,
});
