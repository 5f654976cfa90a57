// What people have decided about protection, as a part of the configuration that is exported.
import { ok } from '@belfry/domain/result';
import { ExclusionInput, MAX_DECISIONS, ProtectionDecisions, ReminderInput } from '@belfry/schema/http/protection';
import * as z from 'zod';
import type { ConfigPart } from '../db/config-part.ts';
import { firstProblem } from '../lib/invalid-input.ts';
import { refuse } from '../lib/refusal.ts';
import type { Decisions } from './decisions.ts';

const Instant = z.iso.datetime({ offset: true });
const shape = ProtectionDecisions.shape;

/** Has the same limits as the input of a user. */
const Content = z.object({
  exclusions: z
    .array(shape.exclusions.element.extend({ ...ExclusionInput.shape, since: Instant }))
    .max(MAX_DECISIONS.exclusions),
  assignments: z.array(shape.assignments.element.extend({ since: Instant })).max(MAX_DECISIONS.assignments),
  restoreTests: z
    .array(shape.restoreTests.element.extend({ at: Instant, since: Instant }))
    .max(MAX_DECISIONS.restoreTests),
  reminderDays: ReminderInput.shape.days,
});

export const decisionsPart = (decisions: Pick<Decisions, 'all' | 'prepare'>): ConfigPart => ({
  name: 'protection',
  read: decisions.all,
  prepare(found) {
    const parsed = Content.safeParse(found);
    if (parsed.success) return ok(decisions.prepare(parsed.data));
    return refuse('bad_request', { id: 'file.decisions', values: { problem: firstProblem(parsed.error) } });
  },
});
