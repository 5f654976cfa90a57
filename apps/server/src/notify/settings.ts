// The settings that hold for all notifications.

import { ok } from '@belfry/domain/result';
import { NotificationSettings } from '@belfry/schema/notifications/settings';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Replacement, replaceAlone } from '../db/replacement.ts';
import type { Store } from '../db/store.ts';
import type { Outgoing } from '../lib/outgoing/outgoing.ts';
import { type Answer, refuseWith } from '../lib/refusal.ts';

const KEY = 'notifications';

export type SettingsOfNotifications = ReturnType<typeof createNotificationSettings>;

export interface NotificationSettingsDeps {
  store: Pick<Store, 'settings' | 'atomically'>;
  problemOfUrl: Outgoing['problemOfUrl'];
}

export function createNotificationSettings({ store, problemOfUrl }: NotificationSettingsDeps) {
  const stored = () => store.settings.get(KEY, NotificationSettings) ?? NotificationSettings.parse({});
  let current = stored();

  function prepare(next: NotificationSettings): Answer<Replacement> {
    const { enabled, url } = next.heartbeat;
    const missing: Sentence | undefined = enabled && url === '' ? { id: 'input.callAddress' } : undefined;
    // An address that is not changed stays, also when private networks are switched off now: then the heartbeat is refused.
    const problem = url === '' || url === current.heartbeat.url ? missing : problemOfUrl(url);
    if (problem !== undefined) return refuseWith('validation_error', { details: { 'heartbeat.url': problem } });
    return ok({
      write: (tx) => tx.settings.put(KEY, next),
      settle() {
        current = stored();
      },
    });
  }
  return {
    /** The same object until it changes. */
    current: (): NotificationSettings => current,
    /** In force when it resolves. */
    change: (next: NotificationSettings): Promise<Answer<NotificationSettings>> =>
      replaceAlone(store, prepare(next), () => current),
    part: { read: () => current, prepare },
  };
}
