// The exports of values: what is configured, and whether it works.
import type { ExportConfig, ExportFormat } from '@belfry/schema/history/exports';
import { queryOptions } from '@tanstack/react-query';
import { call, stored } from '../../../api/client.ts';
import type { Based } from '../../../api/save.ts';

const REFRESH_MS = 5000;

export const exportOf = (format: ExportFormat) =>
  queryOptions({
    queryKey: ['history', 'exports', format],
    queryFn: ({ signal }) => call('GET /api/history/exports/:format', { params: { format }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const readExport = (format: ExportFormat) =>
  stored('GET /api/history/exports/:format', { params: { format }, signal: null });

/** The mask stands for the stored secret. */
export const saveExport = (format: ExportFormat, body: ExportConfig, based: Based) =>
  call('PUT /api/history/exports/:format', { params: { format }, body, ...based });

export const tryExport = (format: ExportFormat, body: ExportConfig) =>
  call('POST /api/history/exports/:format/test', { params: { format }, body });
