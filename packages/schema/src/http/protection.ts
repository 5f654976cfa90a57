// What people decide about the protection of guests, and the last nights of all guests.
import * as z from 'zod';
import { TestPlan } from '../drill/plan.ts';
import { Assignment, Exclusion, RestoreTest } from '../protection/decisions.ts';
import { toMessage } from '../sentences/message.ts';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';

const PROTECTION = '/api/protection';
const Id = z.string().min(1).max(512);
const Note = z.string().trim().max(1000);
const Instant = z.iso.datetime({ offset: true });

/** How many of each are stored at most. */
export const MAX_DECISIONS = { exclusions: 20_000, assignments: 20_000, restoreTests: 20_000 } as const;

/** Who decided it, and when (ISO). */
const By = z.object({ by: z.string(), since: z.string() });

/** `reminderDays`: a guest without a restore test in so many days is shown; null: nobody is reminded. */
export const ProtectionDecisions = z.object({
  exclusions: z.array(Exclusion.extend(By.shape)),
  assignments: z.array(Assignment.extend(By.shape)),
  restoreTests: z.array(RestoreTest.extend(By.shape)),
  reminderDays: z.number().int().nullable(),
  testPlans: z.array(TestPlan).default([]),
});
export type ProtectionDecisions = z.infer<typeof ProtectionDecisions>;

export const getDecisions = endpoint(`GET ${PROTECTION}/decisions`, {
  summary: 'Guests that need no backup, assigned groups of backups, and restore tests',
  access: 'viewer',
  reply: ProtectionDecisions,
});

const guestParams = z.object({ guest: Id });
export const ExclusionInput = z.strictObject({
  note: Note.min(1, toMessage({ id: 'input.reason' })),
  until: Instant.optional(),
});

export const putExclusion = endpoint(`PUT ${PROTECTION}/exclusions/:guest`, {
  summary: 'Say that a guest needs no backup, why, and until when',
  access: 'operator',
  params: guestParams,
  body: ExclusionInput,
  reply: Exclusion,
  errors: ['not_found', 'conflict'],
});
export const deleteExclusion = endpoint(`DELETE ${PROTECTION}/exclusions/:guest`, {
  summary: 'Say that a guest needs backups again',
  access: 'operator',
  params: guestParams,
  reply: Done,
  errors: ['not_found'],
});

const groupParams = z.object({ group: Id });

export const putAssignment = endpoint(`PUT ${PROTECTION}/assignments/:group`, {
  summary: 'Say which guest an ambiguous group of backups belongs to',
  access: 'operator',
  params: groupParams,
  body: z.strictObject({ guest: Id }),
  reply: Assignment,
  errors: ['not_found', 'conflict'],
});
export const deleteAssignment = endpoint(`DELETE ${PROTECTION}/assignments/:group`, {
  summary: 'Take the assignment of a group of backups back',
  access: 'operator',
  params: groupParams,
  reply: Done,
  errors: ['not_found'],
});

/** `at` is now by default. */
const RestoreTestInput = z.strictObject({
  guest: Id,
  at: Instant.optional(),
  result: RestoreTest.shape.result,
  note: Note.default(''),
});

export const addRestoreTest = endpoint(`POST ${PROTECTION}/restore-tests`, {
  summary: 'Note that somebody tried to restore a guest',
  access: 'operator',
  body: RestoreTestInput,
  reply: RestoreTest,
  status: 201,
  errors: ['not_found', 'conflict'],
});
export const deleteRestoreTest = endpoint(`DELETE ${PROTECTION}/restore-tests/:id`, {
  summary: 'Remove a restore test',
  access: 'operator',
  params: z.object({ id: Id }),
  reply: Done,
  errors: ['not_found'],
});

export const ReminderInput = z.strictObject({ days: z.number().int().min(1).max(3650).nullable() });

export const putReminder = endpoint(`PUT ${PROTECTION}/reminder`, {
  summary: 'After how many days without a restore test somebody is reminded',
  access: 'operator',
  body: ReminderInput,
  reply: ReminderInput,
});

/**
 * A letter for each result of a night: o ok, f failed, d damaged, m missed, r running, p pending, a ambiguous, u unknown (neither a
 * backup nor a task says it, for instance because the backup was pruned), - no run was planned.
 * `until`: the end of each night of an instance (epoch ms), the oldest first; nights end at noon of its hosts. `guests`: by the id of the
 * guest, a letter for each night. Absent when the caller has this `revision` already.
 */
export const Nights = z.object({
  revision: z.string(),
  instances: z
    .record(z.string(), z.object({ until: z.array(z.number()), guests: z.record(z.string(), z.string()) }))
    .optional(),
});
export type Nights = z.infer<typeof Nights>;

export const MAX_NIGHTS = 60;

export const getNights = endpoint(`GET ${PROTECTION}/nights`, {
  cost: 'high',
  summary: 'The results of the last nights of all guests. `after`: the revision of an earlier answer',
  access: 'viewer',
  query: z.object({
    days: z.coerce.number().int().min(1).max(MAX_NIGHTS).default(14),
    after: z.string().max(64).optional(),
  }),
  reply: Nights,
});

export const protectionEndpoints = [
  ...[getDecisions, putExclusion, deleteExclusion, putAssignment, deleteAssignment],
  ...[addRestoreTest, deleteRestoreTest, putReminder, getNights],
] as const;
