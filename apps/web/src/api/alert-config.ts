import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AlertPolicies } from '../lib/limits.ts';
import { useMay } from '../lib/may.ts';
import { call } from './client.ts';

/** Asked for again when the server announces a change. */
export const alertConfig = queryOptions({
  queryKey: ['alert-config'],
  async queryFn({ signal }): Promise<AlertPolicies> {
    const [config, { policyOf }] = await Promise.all([
      call('GET /api/alerts/config', { signal }),
      import('@belfry/domain/alerts/policy'),
    ]);
    return { config, policyOf };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Undefined until it is known: then screens show no thresholds. */
export const useAlertPolicies = (): AlertPolicies | undefined =>
  useQuery({ ...alertConfig, enabled: useMay('read') }).data;
