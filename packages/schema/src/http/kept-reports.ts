// Evidence reports that the server has made and keeps: ordered by a person or made by itself each month.
import * as z from 'zod';
import { OwnSentence } from '../sentences/sentence.ts';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';
import { ReportQuery } from './reports.ts';

const path = '/api/reports/kept';

export const ReportOrder = z.strictObject(ReportQuery.shape);
export type ReportOrder = z.output<typeof ReportOrder>;

/**
 * `at` ISO: when it was ordered. `about`: the name of the scope. `by`: who ordered it; empty for one that Belfry made by itself. `done`: the
 * part of the data that is read, 0 to 1. `problem`: why it was not made.
 */
export const KeptReport = ReportOrder.extend({
  id: z.string(),
  file: z.string(),
  at: z.string(),
  about: z.string(),
  by: z.string(),
  state: z.enum(['waiting', 'reading', 'writing', 'made', 'failed']),
  done: z.number().optional(),
  sizeBytes: z.number().int().optional(),
  problem: z.object({ message: z.string(), sentence: OwnSentence.optional() }).optional(),
});
export type KeptReport = z.infer<typeof KeptReport>;

/** The newest first, with those that are being made. */
export const KeptReports = z.object({ reports: z.array(KeptReport), keepDays: z.number().int() });
export type KeptReports = z.infer<typeof KeptReports>;

/** What the check of a report found. `places`: where it was changed, as bytes of the file. */
export const ReportCheck = z.object({
  ok: z.boolean(),
  problem: z.string().optional(),
  tables: z.number().int().optional(),
  places: z.array(z.object({ part: z.string().optional(), from: z.number(), until: z.number() })).optional(),
});
export type ReportCheck = z.infer<typeof ReportCheck>;

const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

export const listKeptReports = endpoint(`GET ${path}`, {
  summary: 'The evidence reports that the server keeps, and those that are being made',
  access: 'viewer',
  reply: KeptReports,
});

export const orderReport = endpoint(`POST ${path}`, {
  summary: 'Have an evidence report made and kept',
  access: 'operator',
  body: ReportOrder,
  reply: KeptReport,
  status: 202,
  errors: ['not_found', 'conflict'],
});

export const readKeptReport = endpoint(`GET ${path}/:id`, {
  summary: 'The file of a kept evidence report',
  access: 'viewer',
  params,
  contentType: 'application/octet-stream',
  reply: z.unknown(),
  errors: ['not_found'],
});

export const checkKeptReport = endpoint(`POST ${path}/:id/verify`, {
  summary: 'Check a kept evidence report against its seal and the key of this server',
  access: 'viewer',
  params,
  reply: ReportCheck,
  errors: ['not_found'],
});

export const deleteKeptReport = endpoint(`DELETE ${path}/:id`, {
  summary: 'Delete a kept evidence report, or give up one that waits',
  access: 'operator',
  params,
  reply: Done,
  errors: ['not_found', 'conflict'],
});

export const keptReportEndpoints = [
  ...[listKeptReports, orderReport, readKeptReport, checkKeptReport, deleteKeptReport],
] as const;
