// The export of values to engines for time series.
import * as z from 'zod';
import { ExportFormat, ExportInput, ExportState } from '../history/exports.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/history/exports/:format';
const params = z.object({ format: ExportFormat });

export const getExport = endpoint(`GET ${path}`, {
  summary: 'Where values are exported to, without the secret, and how that goes',
  access: 'viewer',
  params,
  versioned: { except: ['status'] },
  reply: ExportState,
});

export const putExport = endpoint(`PUT ${path}`, {
  summary: 'Replace the settings of an export. They are in force at once',
  access: 'admin',
  params,
  body: ExportInput,
  reply: z.object({ status: z.literal('success') }),
});

/** `status` and `words`: the answer of the engine. Without `status` there was none, and `words` says why. */
export const ExportTrial = z.object({ ok: z.boolean(), status: z.number().int().optional(), words: z.string() });
export type ExportTrial = z.infer<typeof ExportTrial>;

export const testExport = endpoint(`POST ${path}/test`, {
  summary: 'Write a few real values with these settings, and say what the engine answers',
  access: 'admin',
  params,
  body: ExportInput,
  reply: ExportTrial,
});

export const exportEndpoints = [getExport, putExport, testExport] as const;
