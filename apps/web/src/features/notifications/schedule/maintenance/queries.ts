// The maintenance windows and silences. Other users may change them at any time, and nothing announces it.

import type { MaintenanceWindow, SilencePatch, WindowInput } from '@belfry/schema/alerts/silences';
import { queryOptions } from '@tanstack/react-query';
import { call, stored } from '../../../../api/client.ts';
import { type Based, saveOnto } from '../../../../api/save.ts';

const REFRESH_MS = 15_000;

export const maintenanceWindows = queryOptions({
  queryKey: ['alerts', 'maintenance'],
  queryFn: ({ signal }) => call('GET /api/alerts/maintenance', { signal }),
  refetchInterval: REFRESH_MS,
});

export const silences = queryOptions({
  queryKey: ['alerts', 'silences'],
  queryFn: ({ signal }) => call('GET /api/alerts/silences', { signal }),
  refetchInterval: REFRESH_MS,
});

export const createWindow = (body: WindowInput) => call('POST /api/alerts/maintenance', { body });

export const readWindow = (id: string) => stored('GET /api/alerts/maintenance/:id', { params: { id }, signal: null });

export const saveWindow = (id: string, body: WindowInput, based: Based) =>
  call('PUT /api/alerts/maintenance/:id', { params: { id }, body, ...based });

export const windowInput = ({ id: _, by: __, changedAt: ___, ...input }: MaintenanceWindow): WindowInput => input;

/** Ends a window that is once, now. */
export const endWindow = (id: string) =>
  saveOnto(
    () => readWindow(id),
    async (window, based) => {
      const { schedule, ...input } = windowInput(window);
      if (schedule.kind !== 'once') return;
      await saveWindow(id, { ...input, schedule: { ...schedule, end: new Date().toISOString() } }, based);
    },
  );

export const deleteWindow = (id: string) => call('DELETE /api/alerts/maintenance/:id', { params: { id } });

export const readSilence = (id: string) => stored('GET /api/alerts/silences/:id', { params: { id }, signal: null });

export const saveSilence = (id: string, body: SilencePatch, based: Based) =>
  call('PUT /api/alerts/silences/:id', { params: { id }, body, ...based });

export const endSilence = (id: string) => call('DELETE /api/alerts/silences/:id', { params: { id } });
