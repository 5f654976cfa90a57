// The engine that stores the history in place of Belfry.
import type { RemoteHistoryConfig } from '@belfry/schema/history/remote';
import { queryOptions } from '@tanstack/react-query';
import { call, stored } from '../../../api/client.ts';
import type { Based } from '../../../api/save.ts';

const REFRESH_MS = 5000;

export const remoteHistory = queryOptions({
  queryKey: ['history', 'remote'],
  queryFn: ({ signal }) => call('GET /api/history/remote', { signal }),
  refetchInterval: REFRESH_MS,
});

export const readRemote = () => stored('GET /api/history/remote', { signal: null });

/** The mask stands for the stored secret. */
export const saveRemote = (body: RemoteHistoryConfig, based: Based) =>
  call('PUT /api/history/remote', { body, ...based });

export const tryRemote = (body: RemoteHistoryConfig) => call('POST /api/history/remote/test', { body });
