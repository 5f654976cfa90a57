// New versions of Belfry. The server is asked at most once a day, and the browser remembers the answer.
import type { UpdateInfo } from '@belfry/schema/http/updates';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { loadPref, savePref, usePref } from '../lib/prefs.ts';
import { call } from './client.ts';
import { version } from './monitoring.ts';
import { isDismissed, memoryPref, remembered } from './update-memory.ts';

const DAY_MS = 86_400_000;
export async function lookForUpdates(signal: AbortSignal | null): Promise<UpdateInfo> {
  const updateInfo = await call('GET /api/updates/check', { query: {}, signal });
  savePref(memoryPref, { ...loadPref(memoryPref), lastCheck: Date.now(), updateInfo });
  return updateInfo;
}

/** A day after the last answer for the running version, also in a page that stays open for weeks. */
export const lookAgain = (known: UpdateInfo | null, lastCheck: number) => ({
  staleTime: DAY_MS,
  refetchInterval: DAY_MS,
  ...(known && { initialData: known, initialDataUpdatedAt: lastCheck }),
});

/** The update to show to the user, or null. Asks once a day, and never where updates are installed in another way. */
export function useUpdate(): { update: UpdateInfo | null; dismiss(version: string): void } {
  const running = useQuery(version).data;
  const [memory] = usePref(memoryPref);
  const info = remembered(memory, running);
  const elsewhere = running === undefined || running.isDocker || running.isDevelopment;
  useQuery({
    queryKey: ['updates', 'check', running?.version, running?.latestVersion],
    queryFn: ({ signal }) => lookForUpdates(signal),
    enabled: !elsewhere,
    ...lookAgain(info, memory.lastCheck),
    retry: false,
  });
  const dismiss = useCallback((dismissedVersion: string) => {
    savePref(memoryPref, { ...loadPref(memoryPref), dismissedVersion });
  }, []);
  return { update: info?.available && !isDismissed(memory, info.latestVersion) ? info : null, dismiss };
}

/** The version that is not announced in this browser, `all`, or empty; and how to take that back. */
export function useDismissedUpdate(): [dismissed: string, restore: () => void] {
  const [memory] = usePref(memoryPref);
  const restore = useCallback(() => savePref(memoryPref, { ...loadPref(memoryPref), dismissedVersion: '' }), []);
  return [memory.dismissedVersion, restore];
}

export const updatePlan = (wanted: string) =>
  queryOptions({
    queryKey: ['updates', 'plan', wanted],
    queryFn: ({ signal }) => call('GET /api/updates/plan', { query: { version: wanted }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const updateStatus = queryOptions({
  queryKey: ['updates', 'status'],
  queryFn: ({ signal }) => call('GET /api/updates/status', { signal }),
});

export const updateHistory = queryOptions({
  queryKey: ['updates', 'history'],
  queryFn: ({ signal }) => call('GET /api/updates/history', { query: {}, signal }),
});
