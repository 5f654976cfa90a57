// The evidence reports that the server keeps.
import type { Ask } from '@belfry/schema/http/call';
import type { KeptReports } from '@belfry/schema/http/kept-reports';
import { queryOptions } from '@tanstack/react-query';
import { base } from '../lib/base.ts';
import { call } from './client.ts';

const SLOW_MS = 15_000;
/** While one is being made. */
const FAST_MS = 1000;

const isOpen = ({ reports }: KeptReports): boolean =>
  reports.some(({ state }) => state === 'waiting' || state === 'reading' || state === 'writing');

export const keptReports = queryOptions({
  queryKey: ['reports', 'kept'],
  queryFn: ({ signal }) => call('GET /api/reports/kept', { signal }),
  refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? FAST_MS : SLOW_MS),
});

export type ReportAsked = Ask<'POST /api/reports/kept'>['body'];

export const orderReport = (body: ReportAsked) => call('POST /api/reports/kept', { body });

export const checkReport = (id: string) => call('POST /api/reports/kept/:id/verify', { params: { id } });

export const deleteReport = (id: string) => call('DELETE /api/reports/kept/:id', { params: { id } });

export const monthlyReports = queryOptions({
  queryKey: ['reports', 'monthly'],
  queryFn: ({ signal }) => call('GET /api/reports/monthly', { signal }),
});

export type MonthlyAsked = Ask<'PUT /api/reports/monthly'>['body'];

export const saveMonthly = (body: MonthlyAsked) => call('PUT /api/reports/monthly', { body });

export const runMonthly = () => call('POST /api/reports/monthly/run', { body: {} });

/** The address of the file. */
export const reportFile = (id: string): string => `${base}/api/reports/kept/${encodeURIComponent(id)}`;
