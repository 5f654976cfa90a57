// MQTT and the heartbeat: what is configured, and whether it works.
import type { Ask } from '@belfry/schema/http/call';
import type { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { queryOptions } from '@tanstack/react-query';
import { call, stored } from '../../../api/client.ts';
import type { Based } from '../../../api/save.ts';

const REFRESH_MS = 5000;

export const mqtt = queryOptions({
  queryKey: ['notifications', 'mqtt'],
  queryFn: ({ signal }) => call('GET /api/notifications/mqtt', { signal }),
  refetchInterval: REFRESH_MS,
});

export const readMqtt = () => stored('GET /api/notifications/mqtt', { signal: null });

/** The mask stands for the stored password. */
export const saveMqtt = (body: MqttConfig, based: Based) => call('PUT /api/notifications/mqtt', { body, ...based });

export const settings = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => call('GET /api/notifications/settings', { signal }),
});

export const readSettings = () => stored('GET /api/notifications/settings', { signal: null });

type SettingsChange = NonNullable<Ask<'PUT /api/notifications/settings'>['body']>;

export const saveSettings = (body: SettingsChange, based: Based) =>
  call('PUT /api/notifications/settings', { body, ...based });

export const heartbeat = queryOptions({
  queryKey: ['notifications', 'heartbeat'],
  queryFn: ({ signal }) => call('GET /api/notifications/heartbeat', { signal }),
  refetchInterval: REFRESH_MS,
});
