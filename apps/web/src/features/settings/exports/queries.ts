// The exports of values: what is configured, and whether it works.
import type { ExportConfig, ExportFormat } from '@belfry/schema/history/exports';
import type { getExport, putExport, testExport } from '@belfry/schema/http/exports';
import { queryOptions } from '@tanstack/react-query';
import { call, stored } from '../../../api/client.ts';
import type { Based } from '../../../api/save.ts';

const REFRESH_MS = 5000;

export const exportOf = (format: ExportFormat) =>
  queryOptions({
    queryKey: ['history', 'exports', format],
    queryFn: ({ signal }) => call<typeof getExport>('GET /api/history/exports/:format', { params: { format }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const readExport = (format: ExportFormat) =>
  stored<typeof getExport>('GET /api/history/exports/:format', { params: { format }, signal: null });

/** The mask stands for the stored secret. */
export const saveExport = (format: ExportFormat, body: ExportConfig, based: Based) =>
  call<typeof putExport>('PUT /api/history/exports/:format', { params: { format }, body, ...based });

export const tryExport = (format: ExportFormat, body: ExportConfig) =>
  call<typeof testExport>('POST /api/history/exports/:format/test', { params: { format }, body });
