import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const tokens = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call('GET /api/security/tokens', { signal }),
});

export const sessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/security/sessions', { signal }),
});

const AUDIT_PAGE = 50;
/** While the page is open: what others do appears by itself. */
const AUDIT_REFRESH_MS = 10_000;

/** Newest first, a page at a time. */
export const audit = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/security/audit', {
      query: { limit: AUDIT_PAGE, ...(pageParam && { before: pageParam }) },
      signal,
    }),
  initialPageParam: 0,
  refetchInterval: AUDIT_REFRESH_MS,
  getNextPageParam: ({ entries }) => (entries.length === AUDIT_PAGE ? entries.at(-1)?.id : undefined),
});

export const oidc = queryOptions({
  queryKey: ['oidc'],
  queryFn: ({ signal }) => call('GET /api/security/oidc', { signal }),
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
});

export const signIns = queryOptions({
  queryKey: ['signIns'],
  queryFn: ({ signal }) => call('GET /api/security/oidc/sign-ins', { signal }),
  refetchInterval: AUDIT_REFRESH_MS,
});
