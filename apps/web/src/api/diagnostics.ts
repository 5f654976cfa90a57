import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** Runs only when the user asks for it, because it calls every host. */
export const diagnostics = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: ({ signal }) => call('GET /api/diagnostics', { signal }),
  enabled: false,
  retry: false,
});

/** `sanitize`: without names, addresses and texts of this installation. */
export const diagnosticsDocument = (sanitize: boolean) =>
  call('GET /api/diagnostics/export', {
    query: { sanitize: sanitize ? 'true' : 'false' },
    signal: null,
  });
