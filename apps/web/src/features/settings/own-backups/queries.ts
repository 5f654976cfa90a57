// The backups that Belfry makes of itself.
import type { getOwnBackups, makeOwnBackup } from '@belfry/schema/http/own-backups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const REFRESH_MS = 15_000;

export const ownBackups = queryOptions({
  queryKey: ['system', 'backups'],
  queryFn: ({ signal }) => call<typeof getOwnBackups>('GET /api/system/backups', { signal }),
  refetchInterval: REFRESH_MS,
});

export const backUpNow = () => call<typeof makeOwnBackup>('POST /api/system/backups', { body: {} });
