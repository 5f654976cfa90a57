// Switches one of them on or off. The secrets are masked in what is sent, so they stay as they are stored.
import type { putMqtt } from '@belfry/schema/http/mqtt';
import type { putNotificationSettings } from '@belfry/schema/http/notification-settings';
import type { updateWebhook } from '@belfry/schema/http/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useMay } from '../../../lib/may.ts';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { webhooks } from '../destinations/queries.ts';
import { messages } from './messages.ts';
import { heartbeat, mqtt, settings } from './queries.ts';
import { isConfigured, isEnabled, nameOf, type Way } from './way.ts';

export function EnabledSwitch({ way }: { way: Way }) {
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const { mutate, isPending } = useMutation({
    mutationFn: (on: boolean) => enable(way, on),
    onError: (error) => toast('error', error.message || messages.updateFailed),
    onSettled: () =>
      Promise.all([webhooks, mqtt, settings, heartbeat].map(({ queryKey }) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <Switch
      label={<span className="sr-only">{messages.isEnabled(nameOf(way))}</span>}
      checked={isEnabled(way)}
      disabled={!mayConfigure || isPending || !isConfigured(way)}
      onChange={mutate}
    />
  );
}

function enable(way: Way, enabled: boolean): Promise<unknown> {
  if (way.kind === 'relay') {
    const { id, ...body } = way.webhook;
    return call<typeof updateWebhook>('PUT /api/notifications/webhooks/:id', {
      params: { id },
      body: { ...body, enabled },
    });
  }
  if (way.kind === 'heartbeat')
    return call<typeof putNotificationSettings>('PUT /api/notifications/settings', {
      body: { heartbeat: { enabled } },
    });
  const { connected: _, problem: __, ...body } = way.state;
  return call<typeof putMqtt>('PUT /api/notifications/mqtt', { body: { ...body, enabled } });
}
