// The maintenance windows and silences. Other users may change them at any time, and nothing announces it.

import type { WindowInput } from '@belfry/schema/alerts/silences';
import type {
  addWindow,
  listSilences,
  listWindows,
  removeSilence,
  removeWindow,
  updateWindow,
} from '@belfry/schema/http/alerts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';

const REFRESH_MS = 15_000;

export const maintenanceWindows = queryOptions({
  queryKey: ['alerts', 'maintenance'],
  queryFn: ({ signal }) => call<typeof listWindows>('GET /api/alerts/maintenance', { signal }),
  refetchInterval: REFRESH_MS,
});

export const silences = queryOptions({
  queryKey: ['alerts', 'silences'],
  queryFn: ({ signal }) => call<typeof listSilences>('GET /api/alerts/silences', { signal }),
  refetchInterval: REFRESH_MS,
});

/** Adds a window, or replaces the one with this id. */
export const saveWindow = (id: string | undefined, body: WindowInput) =>
  id === undefined
    ? call<typeof addWindow>('POST /api/alerts/maintenance', { body })
    : call<typeof updateWindow>('PUT /api/alerts/maintenance/:id', { params: { id }, body });

export const deleteWindow = (id: string) =>
  call<typeof removeWindow>('DELETE /api/alerts/maintenance/:id', { params: { id } });

export const endSilence = (id: string) =>
  call<typeof removeSilence>('DELETE /api/alerts/silences/:id', { params: { id } });
