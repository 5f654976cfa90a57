// Settings that hold for all notifications.
import * as z from 'zod';
import { NotificationSettings } from '../notifications/settings.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/notifications/settings';
const { enabled, url } = NotificationSettings.shape.heartbeat.unwrap().shape;

/** The address of the heartbeat often contains a token: only an administrator sees it, everybody else sees its host. */
export const getNotificationSettings = endpoint(`GET ${path}`, {
  summary: 'Where notifications may go, and the heartbeat',
  access: 'viewer',
  versioned: true,
  reply: NotificationSettings,
});

export const putNotificationSettings = endpoint(`PUT ${path}`, {
  summary: 'Change where notifications may go, and the heartbeat. An absent field stays as it is',
  access: 'admin',
  body: z.object({
    allowPrivateNetworks: z.boolean().optional(),
    heartbeat: z.object({ enabled: enabled.unwrap().optional(), url: url.unwrap().optional() }).optional(),
  }),
  reply: NotificationSettings,
});

export const notificationSettingsEndpoints = [getNotificationSettings, putNotificationSettings] as const;
