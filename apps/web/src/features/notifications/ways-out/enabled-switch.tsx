// Switches one of them on or off. The secrets are masked in what is sent, so they stay as they are stored.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveOnto } from '../../../api/save.ts';
import { useMay } from '../../../lib/may.ts';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { enableWebhook, webhooks } from '../destinations/queries.ts';
import { messages } from './messages.ts';
import { heartbeat, mqtt, readMqtt, readSettings, saveMqtt, saveSettings, settings } from './queries.ts';
import { isConfigured, isEnabled, nameOf, type Way } from './way.ts';

export function EnabledSwitch({ way }: { way: Way }) {
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const { mutate, isPending } = useMutation({
    mutationFn: (on: boolean) => enable(way, on),
    onError: (error) => toast('error', messages.updateFailed, { message: error.message }),
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
  if (way.kind === 'relay') return enableWebhook(way.webhook.id, enabled);
  if (way.kind === 'heartbeat')
    return saveOnto(readSettings, (_, based) => saveSettings({ heartbeat: { enabled } }, based));
  return saveOnto(readMqtt, ({ connected: _, problem: __, ...body }, based) => saveMqtt({ ...body, enabled }, based));
}
