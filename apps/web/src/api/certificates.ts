// The certificate that a host shows now.
import type { NodeType } from '@belfry/schema/config/kinds';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const FRESH_MS = 60_000;

/** `since`: a new value reads the certificate again. Fails with ApiError where the host shows none. */
export const certificateOf = (type: NodeType, host: string, since = '') =>
  queryOptions({
    queryKey: ['certificate', type, host, since],
    queryFn: ({ signal }) => call('POST /api/config/nodes/certificate', { body: { type, host }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  });
