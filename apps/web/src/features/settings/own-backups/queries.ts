import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const REFRESH_MS = 15_000;

export const ownBackups = queryOptions({
  queryKey: ['system', 'backups'],
  queryFn: ({ signal }) => call('GET /api/system/backups', { signal }),
  refetchInterval: REFRESH_MS,
});

export const backUpNow = () => call('POST /api/system/backups', { body: {} });
