// What every host answers right now, and the document to hand to somebody else.
import type { exportDiagnostics, getDiagnostics } from '@belfry/schema/http/diagnostics';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** Runs only when the user asks for it, because it calls every host. */
export const diagnostics = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: ({ signal }) => call<typeof getDiagnostics>('GET /api/diagnostics', { signal }),
  enabled: false,
  retry: false,
});

/** `sanitize`: without names, addresses and texts of this installation. */
export const diagnosticsDocument = (sanitize: boolean) =>
  call<typeof exportDiagnostics>('GET /api/diagnostics/export', {
    query: { sanitize: sanitize ? 'true' : 'false' },
    signal: null,
  });
