// An evidence report as data: what the pages, the tables and the JSON of a report are made from. Texts are made of it in a language.
import * as z from 'zod';
import { WireSentence } from '../sentences/sentence.ts';

/**
 * A sentence about a row, the report or a decision: its id among the texts of reports, and its values. A time is epoch ms. `sentence` says the
 * same as the value `said`, which is English.
 */
export const EvidenceNote = z.object({
  id: z.string(),
  sentence: WireSentence.optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type EvidenceNote = z.infer<typeof EvidenceNote>;

/** `null` is "not known", and never 0. A list holds the notes of a row. */
export const EvidenceCell = z.union([z.string(), z.number(), z.null(), z.array(EvidenceNote)]);
export type EvidenceCell = z.infer<typeof EvidenceCell>;

/**
 * How a cell is read. `time` and `day`: epoch ms, or a word in its place. `duration`: seconds, or a word in its place. `percent`: 0 to 100. `bytes`. `word`: the id of a text of reports. `notes`: a
 * list of notes. `name` and `text` are as the hosts or people wrote them.
 */
export const EvidenceColumn = z.object({
  id: z.string(),
  kind: z.enum(['name', 'text', 'count', 'percent', 'duration', 'time', 'day', 'bytes', 'word', 'notes']),
});
export type EvidenceColumn = z.infer<typeof EvidenceColumn>;

/** The tables of a report, in their order. */
export const tableIds = [
  ...[
    'numbers',
    'decisions',
    'nodes',
    'guests',
    'services',
    'backups',
    'retention',
    'restores',
    'alerts',
    'capacity',
    'changes',
    'gaps',
    'days',
  ],
] as const;

/** `sources`: the calls of hosts, and the ids of texts for the stores of Belfry, that its numbers come from. */
export const EvidenceTable = z.object({
  id: z.string(),
  sources: z.array(z.string()),
  columns: z.array(EvidenceColumn),
  rows: z.array(z.array(EvidenceCell)),
});
export type EvidenceTable = z.infer<typeof EvidenceTable>;

/** What a report is about. `id`: of the site or the saved view; the name of the cluster or the tag. */
export const EvidenceScope = z.object({
  kind: z.enum(['all', 'site', 'cluster', 'tag', 'view']),
  id: z.string(),
  name: z.string(),
});
export type EvidenceScope = z.infer<typeof EvidenceScope>;

/** Epoch ms; `until` is not part of it. `key` as it was asked for: `2026-10`, `2026-Q4`, `2026-10-01..2026-10-15`. `zone`: its name. */
export const EvidencePeriod = z.object({
  key: z.string(),
  from: z.number(),
  until: z.number(),
  zone: z.string(),
});
export type EvidencePeriod = z.infer<typeof EvidencePeriod>;

/** `seenUntil`: what happens after it was not known when the report was made, epoch ms. `notes`: what the reader must know first. `also`: what else is said on the first page. */
export const EvidenceReport = z.object({
  version: z.literal(1),
  scope: EvidenceScope,
  period: EvidencePeriod,
  seenUntil: z.number(),
  headline: EvidenceNote,
  also: z.array(EvidenceNote),
  notes: z.array(EvidenceNote),
  tables: z.array(EvidenceTable),
});
export type EvidenceReport = z.infer<typeof EvidenceReport>;
