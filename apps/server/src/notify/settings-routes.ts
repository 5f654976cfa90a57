// The settings that hold for all notifications, and the heartbeat.
import { getHeartbeat, testHeartbeat } from '@belfry/schema/http/heartbeat';
import { getNotificationSettings, putNotificationSettings } from '@belfry/schema/http/notification-settings';
import { MASK } from '@belfry/schema/notifications/mask';
import type { NotificationSettings } from '@belfry/schema/notifications/settings';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { iso } from '../lib/clock.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { SettingsOfNotifications } from './settings.ts';

export interface SettingsRoutesDeps {
  settings: SettingsOfNotifications;
  heartbeat: Pick<Heartbeat, 'state' | 'call'>;
  isAdmin(request: FastifyRequest): boolean;
  audited: Audited;
}

export function settingsRoutes(
  mount: Mount,
  { settings, heartbeat: beats, isAdmin, audited }: SettingsRoutesDeps,
): void {
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
  mount(getHeartbeat, () => {
    const { sentAt, problem } = beats.state();
    return { ...(sentAt !== undefined && { sentAt: iso(sentAt) }), ...(problem !== undefined && { problem }) };
  });
  mount(testHeartbeat, async ({ body: { url }, request }) => {
    const { ok: success, status, words: response } = await beats.call(url);
    await audited(request, 'notification_tested', success ? 'heartbeat' : `heartbeat: ${response}`, success);
    return { success, response, ...(status !== undefined && { status }) };
  });
}

/** The path of such an address is its secret. */
function withoutPath({ heartbeat, ...rest }: NotificationSettings): NotificationSettings {
  const origin = URL.parse(heartbeat.url)?.origin;
  return { ...rest, heartbeat: { ...heartbeat, url: origin === undefined ? '' : `${origin}/${MASK}` } };
}
