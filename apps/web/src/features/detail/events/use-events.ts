import type { Alert } from '@belfry/schema/entities/alert';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { alertsOf } from '../../../api/alert-history.ts';
import { changesOf, type JournalParts } from '../../../api/journal.ts';
import { useMay } from '../../../lib/may.ts';
import { MINUTE_MS, timeNow, useNow } from '../../../lib/now.ts';
import { useList, useLive } from '../../../live/use-live.ts';
import { eventsOf, type ResourceEvent } from './events.ts';

/** As far back as the charts go. */
const EVENTS_MS = 366 * 86_400_000;

export interface Events {
  events: readonly ResourceEvent[];
  isLoading: boolean;
  error: Error | null;
}

interface ChangesOf {
  resource?: string;
  parts?: JournalParts;
  name?: string;
}

/**
 * The newest first. `isOwn`: which alerts of the resource with this id. `of`: its changes, where the journal has them under another id, and its
 * name. `uptime`: how long it runs, in seconds.
 */
export function useEvents(id: string, isOwn: (alert: Alert) => boolean, of: ChangesOf, uptime?: number): Events {
  const { resource = id, parts, name } = of;
  const now = useNow(MINUTE_MS);
  const mayRead = useMay('read');
  const { data: alerts, error, isPending } = useQuery({ ...alertsOf(id), enabled: mayRead });
  // Without the journal the rest is still there.
  const { data: changes } = useQuery({ ...changesOf(resource, parts), enabled: mayRead });
  const hasArchives = useLive((live) => live.archives !== 'none');
  const [guestSnapshots, storageBackups] = [useList('guestSnapshots'), useList('storageBackups')];
  const [pbsBackups, backupTasks, tasks] = [useList('pbsBackups'), useList('backupTasks'), useList('tasks')];
  // The uptime grows with the clock: in whole minutes the start stays where it is. Without figures it is 0, which is no start.
  const startedAt = !uptime ? undefined : Math.round((timeNow() / 1000 - uptime) / 60) * MINUTE_MS;
  const events = useMemo(() => {
    // the clock of the page is a minute behind at most
    const until = now + MINUTE_MS;
    const sources = {
      guestSnapshots,
      storageBackups,
      pbsBackups,
      backupTasks,
      tasks,
      startedAt,
      alerts: (alerts ?? []).filter(isOwn),
      changes,
      name,
    };
    return eventsOf(id, sources, until - EVENTS_MS, until);
  }, [
    id,
    isOwn,
    now,
    alerts,
    changes,
    guestSnapshots,
    storageBackups,
    pbsBackups,
    backupTasks,
    tasks,
    startedAt,
    name,
  ]);
  return { events, isLoading: !hasArchives || (isPending && !error), error };
}
