import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AlertPolicies } from '../lib/limits.ts';
import { useMay } from '../lib/may.ts';
import { useAlertLevels } from '../live/use-alert-marks.ts';
import { call } from './client.ts';

/** Asked for again when the server announces a change. */
export const alertConfig = queryOptions({
  queryKey: ['alert-config'],
  async queryFn({ signal }): Promise<Omit<AlertPolicies, 'levels'>> {
    const [config, { policyOf }] = await Promise.all([
      call('GET /api/alerts/config', { signal }),
      import('@belfry/domain/alerts/policy'),
    ]);
    return { config, policyOf };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Undefined until it is known: then screens show no thresholds. */
export function useAlertPolicies(): AlertPolicies | undefined {
  const { data } = useQuery({ ...alertConfig, enabled: useMay('read') });
  const levels = useAlertLevels();
  return useMemo(() => data && { ...data, levels }, [data, levels]);
}
