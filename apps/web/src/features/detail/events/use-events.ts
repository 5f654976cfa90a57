import type { Alert } from '@belfry/schema/entities/alert';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { alertsOf } from '../../../api/alert-history.ts';
import { useMay } from '../../../lib/may.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { useList, useLive } from '../../../live/use-live.ts';
import { eventsOf, type ResourceEvent } from './events.ts';

/** How far back the table of events goes. */
const EVENTS_MS = 30 * 86_400_000;

interface Events {
  events: readonly ResourceEvent[];
  isLoading: boolean;
  error: Error | null;
}

/** The newest first. `isOwn`: which alerts of the resource with this id. */
export function useEvents(id: string, isOwn: (alert: Alert) => boolean): Events {
  const now = useNow(MINUTE_MS);
  const { data: alerts, error, isPending } = useQuery({ ...alertsOf(id), enabled: useMay('read') });
  const hasArchives = useLive((live) => live.archives !== 'none');
  const [guestSnapshots, storageBackups] = [useList('guestSnapshots'), useList('storageBackups')];
  const [pbsBackups, backupTasks] = [useList('pbsBackups'), useList('backupTasks')];
  const events = useMemo(() => {
    // the clock of the page is a minute behind at most
    const until = now + MINUTE_MS;
    const sources = { guestSnapshots, storageBackups, pbsBackups, backupTasks, alerts: (alerts ?? []).filter(isOwn) };
    return eventsOf(id, sources, until - EVENTS_MS, until);
  }, [id, isOwn, now, alerts, guestSnapshots, storageBackups, pbsBackups, backupTasks]);
  return { events, isLoading: !hasArchives || (isPending && !error), error };
}
