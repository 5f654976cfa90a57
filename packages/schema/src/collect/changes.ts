// An observation as it goes over a line: what differs from what the same line has said about the instance before. Most of a list is as it was
// ten seconds ago, and several polls tell the same list.
import * as z from 'zod';
import { Gap, SourceErrorKind } from '../entities/instance.ts';
import { SettingsList, SettingsReading } from '../journal/reading.ts';
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

/**
 * A collector may be newer than the server. What this version has no word for is left out, and the rest is taken: a message that is refused
 * would make its instance begin again.
 */
const readable = <S extends z.ZodType>(item: S) =>
  z
    .array(item.nullable().catch(null))
    .transform((items) => items.filter((each) => each !== null))
    .readonly();

/** A kind of failure that this version does not know. Its text says what it is. */
const kind = SourceErrorKind.catch('bad-payload');

export const ChangedObservation = Observation.omit({ at: true, monotonic: true, outcome: true }).extend({
  outcome: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      value: Findings.omit({ slices: true, counters: true }).extend({
        lists: Lists,
        settings: readable(SettingsReading).optional(),
        settingsLists: readable(SettingsList).optional(),
        gaps: z.array(Gap.extend({ kind })).readonly().optional(),
      }),
    }),
    z.object({ ok: z.literal(false), error: SourceError.extend({ kind }) }),
  ]),
});
export type ChangedObservation = z.infer<typeof ChangedObservation>;
