// The certificate that a host shows now.
import type { NodeType } from '@belfry/schema/config/kinds';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const FRESH_MS = 60_000;

/** `site`: whose collector reads it; empty: the server does. `since`: a new value reads the certificate again. Fails with ApiError where the host shows none. */
export const certificateOf = (
  { type, host, site = '' }: { type: NodeType; host: string; site?: string | undefined },
  since = '',
) =>
  queryOptions({
    queryKey: ['certificate', type, host, site, since],
    queryFn: ({ signal }) =>
      call('POST /api/config/nodes/certificate', { body: { type, host, ...(site && { site }) }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  });
