// Evidence reports about a period.
import * as z from 'zod';
import { Spoken } from '../languages/spoken.ts';
import { endpoint } from './endpoint.ts';

export const ReportQuery = z.object({
  period: z.string().min(1).max(40),
  scope: z.string().min(1).max(300).default('all'),
  format: z.enum(['pdf', 'csv', 'json']).default('json'),
  language: Spoken,
  paper: z.enum(['a4', 'letter']).default('a4'),
});

export const getReport = endpoint('GET /api/reports', {
  summary: 'An evidence report about a period, as a file with a seal',
  access: 'viewer',
  cost: 'high',
  query: ReportQuery,
  meanings: {
    period: 'A month `2026-10`, a quarter `2026-Q4`, or days `2026-10-01..2026-10-15`, in the time zone of the server',
    scope: '`all`, or `site:`, `cluster:`, `tag:` or `view:` (a saved view of the caller) with a name',
    format: '`pdf`, an archive of tables as CSV (`csv`), or `json`',
    language: 'Of the pages and the tables. JSON has no language',
    paper: 'Of the pages',
  },
  contentType: 'application/octet-stream',
  reply: z.unknown(),
  errors: ['not_found', 'unavailable'],
});

/** 32 bytes as hex, Ed25519. */
export const getReportKey = endpoint('GET /api/reports/key', {
  summary: 'The public key of the signatures of reports',
  access: 'viewer',
  reply: z.object({ publicKey: z.string() }),
});

export const reportEndpoints = [getReport, getReportKey] as const;
