// An observation as it goes over a line: what differs from what the same line has said about the instance before. Most of a list is as it was
// ten seconds ago, and several polls tell the same list.
import * as z from 'zod';
import { Findings, Observation, SourceError } from '../messages/observation.ts';

/** Checked in one loop, because each message has tens of thousands of them. */
const wholeNumbers = z.custom<number[]>((value) => Array.isArray(value) && value.every(Number.isSafeInteger));

/** See `Column` of the deltas. The values are checked with the schema of the list. */
const Column = z.object({
  field: z.string(),
  at: wholeNumbers,
  by: wholeNumbers.optional(),
  to: z.custom<unknown[]>(Array.isArray).optional(),
  drop: z.literal(true).optional(),
});

/** See `ListDelta`. */
const ListChanges = z.object({
  remove: z.array(z.string()).optional(),
  put: z.array(z.looseObject({ id: z.string() })).optional(),
  columns: z.array(Column).optional(),
});
export type ListChanges = z.infer<typeof ListChanges>;

/**
 * By the name of the list. `counters` has the counters of the findings, each with its id. The first changes of a list start with an empty
 * one. A list that is named without changes is as it was, and what is not named is not a part of the findings.
 */
export const Lists = z.record(z.string(), ListChanges);

export const ChangedObservation = Observation.omit({ at: true, monotonic: true, outcome: true }).extend({
  outcome: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: Findings.omit({ slices: true, counters: true }).extend({ lists: Lists }) }),
    z.object({ ok: z.literal(false), error: SourceError }),
  ]),
});
export type ChangedObservation = z.infer<typeof ChangedObservation>;
