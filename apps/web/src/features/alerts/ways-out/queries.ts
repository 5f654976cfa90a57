// MQTT and the heartbeat: what is configured, and whether it works.
import type { getHeartbeat } from '@belfry/schema/http/heartbeat';
import type { getMqtt } from '@belfry/schema/http/mqtt';
import type { getNotificationSettings } from '@belfry/schema/http/notification-settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const REFRESH_MS = 5000;

export const mqtt = queryOptions({
  queryKey: ['notifications', 'mqtt'],
  queryFn: ({ signal }) => call<typeof getMqtt>('GET /api/notifications/mqtt', { signal }),
  refetchInterval: REFRESH_MS,
});

export const settings = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => call<typeof getNotificationSettings>('GET /api/notifications/settings', { signal }),
});

export const heartbeat = queryOptions({
  queryKey: ['notifications', 'heartbeat'],
  queryFn: ({ signal }) => call<typeof getHeartbeat>('GET /api/notifications/heartbeat', { signal }),
  refetchInterval: REFRESH_MS,
});
