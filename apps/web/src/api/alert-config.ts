// The configuration of alerts, for the thresholds that screens show.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { getAlertConfig } from '@belfry/schema/http/alert-config';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMay } from '../lib/may.ts';
import { call } from './client.ts';

/** Asked for again when the server announces a change. */
export const alertConfig = queryOptions({
  queryKey: ['alert-config'],
  queryFn: () => call<typeof getAlertConfig>('GET /api/alerts/config'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Undefined until it is known: then screens show no thresholds. */
export const useAlertConfig = (): AlertConfig | undefined => useQuery({ ...alertConfig, enabled: useMay('read') }).data;
