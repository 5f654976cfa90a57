// The engine that stores the history in place of Belfry.
import type { RemoteHistoryConfig } from '@belfry/schema/history/remote';
import type { getRemoteHistory, putRemoteHistory, testRemoteHistory } from '@belfry/schema/http/remote-history';
import { queryOptions } from '@tanstack/react-query';
import { call, stored } from '../../../api/client.ts';
import type { Based } from '../../../api/save.ts';

const REFRESH_MS = 5000;

export const remoteHistory = queryOptions({
  queryKey: ['history', 'remote'],
  queryFn: ({ signal }) => call<typeof getRemoteHistory>('GET /api/history/remote', { signal }),
  refetchInterval: REFRESH_MS,
});

export const readRemote = () => stored<typeof getRemoteHistory>('GET /api/history/remote', { signal: null });

/** The mask stands for the stored secret. */
export const saveRemote = (body: RemoteHistoryConfig, based: Based) =>
  call<typeof putRemoteHistory>('PUT /api/history/remote', { body, ...based });

export const tryRemote = (body: RemoteHistoryConfig) =>
  call<typeof testRemoteHistory>('POST /api/history/remote/test', { body });
