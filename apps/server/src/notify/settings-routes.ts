// GET and PUT /api/notifications/settings.
import { getNotificationSettings, putNotificationSettings } from '@belfry/schema/http/notification-settings';
import { MASK } from '@belfry/schema/notifications/mask';
import type { NotificationSettings } from '@belfry/schema/notifications/settings';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import type { SettingsOfNotifications } from './settings.ts';

export interface SettingsRoutesDeps {
  settings: SettingsOfNotifications;
  isAdmin(request: FastifyRequest): boolean;
  audited: Audited;
}

export function settingsRoutes(mount: Mount, { settings, isAdmin, audited }: SettingsRoutesDeps): void {
  mount(getNotificationSettings, ({ request }) =>
    isAdmin(request) ? settings.current() : withoutPath(settings.current()),
  );
  mount(putNotificationSettings, async ({ body, request }) => {
    const { allowPrivateNetworks = settings.current().allowPrivateNetworks } = body;
    const { enabled, url } = settings.current().heartbeat;
    const heartbeat = { enabled: body.heartbeat?.enabled ?? enabled, url: body.heartbeat?.url ?? url };
    const changed = await settings.change({ allowPrivateNetworks, heartbeat });
    if (!changed.ok) return changed;
    await audited(request, 'notification_settings_changed', Object.keys(body).join(', '));
    return changed.value;
  });
}

/** The path of such an address is its secret. */
function withoutPath({ heartbeat, ...rest }: NotificationSettings): NotificationSettings {
  const origin = URL.parse(heartbeat.url)?.origin;
  return { ...rest, heartbeat: { ...heartbeat, url: origin === undefined ? '' : `${origin}/${MASK}` } };
}
