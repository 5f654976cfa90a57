// Evidence reports that Belfry makes by itself each month, and what stands at the top of every report.
import * as z from 'zod';
import { OwnSentence } from '../sentences/sentence.ts';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';
import { ReportQuery } from './reports.ts';

const path = '/api/reports/monthly';
/** A logo of 200 KB as text. */
const LOGO_TEXT = 280_000;

/**
 * `recipients`: empty means those of the settings of e-mail. `name` and `logo` (a PNG or JPEG as `data:` address) stand at the top of all reports;
 * empty: Belfry, and none. `keepDays`: of all reports.
 */
export const MonthlyReports = z.strictObject({
  enabled: z.boolean().default(false),
  scope: ReportQuery.shape.scope,
  format: ReportQuery.shape.format.default('pdf'),
  language: ReportQuery.shape.language,
  paper: ReportQuery.shape.paper,
  mail: z.boolean().default(false),
  recipients: z.array(z.email().max(254)).max(20).default([]),
  folder: z.boolean().default(false),
  s3: z.boolean().default(false),
  keepDays: z.number().int().min(31).max(3660).default(400),
  name: z.string().trim().max(60).default(''),
  logo: z
    .string()
    .max(LOGO_TEXT)
    .regex(/^(?:data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*)?$/)
    .default(''),
});
export type MonthlyReports = z.output<typeof MonthlyReports>;

/**
 * `places`: those that Belfry can use: the path of the folder, `s3://bucket/prefix`, and whether e-mail is switched on. `next` ISO: when the next one
 * is made. `last`: the last one that is in every place. `problem`: why one could not be made or sent.
 */
export const MonthlyStatus = z.object({
  settings: MonthlyReports,
  places: z.object({ mail: z.boolean(), folder: z.string().optional(), s3: z.string().optional() }),
  next: z.string().optional(),
  last: z.object({ period: z.string(), at: z.string() }).optional(),
  problem: z.object({ message: z.string(), sentence: OwnSentence.optional(), since: z.string() }).optional(),
});
export type MonthlyStatus = z.infer<typeof MonthlyStatus>;

export const getMonthlyReports = endpoint(`GET ${path}`, {
  summary: 'The report that Belfry makes by itself each month',
  access: 'admin',
  reply: MonthlyStatus,
});

export const setMonthlyReports = endpoint(`PUT ${path}`, {
  summary: 'Set the report that Belfry makes by itself each month',
  access: 'admin',
  body: MonthlyReports,
  bodyLimitBytes: 320 << 10,
  reply: MonthlyStatus,
  errors: ['not_found', 'bad_request'],
});

export const runMonthlyReport = endpoint(`POST ${path}/run`, {
  summary: 'Make the report of the last month now and send it to its places',
  access: 'admin',
  body: z.strictObject({}),
  reply: Done,
  errors: ['not_found', 'bad_request', 'unavailable', 'conflict'],
});

export const monthlyReportEndpoints = [getMonthlyReports, setMonthlyReports, runMonthlyReport] as const;
