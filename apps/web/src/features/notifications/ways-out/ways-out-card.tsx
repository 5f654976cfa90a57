import type { Webhook } from '@belfry/schema/notifications/webhook';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useMay } from '../../../lib/may.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ShortTable } from '../../../ui/table/short-table.tsx';
import { toast } from '../../../ui/toast.ts';
import { webhooks } from '../destinations/queries.ts';
import { wayColumns } from './columns.tsx';
import { HeartbeatDialog } from './heartbeat-dialog.tsx';
import { messages } from './messages.ts';
import { MqttDialog } from './mqtt-dialog.tsx';
import { mqtt, settings } from './queries.ts';
import { RelayDialog } from './relay-dialog.tsx';
import { isRelay, type Relay, relays } from './relay-form.ts';
import { keyOf, nameOf, type Way } from './way.ts';

type Open = Way | { kind: 'new'; service: Relay };

export function WaysOutCard() {
  const mayConfigure = useMay('configure');
  const [opened, open] = useState<Open>();
  const [removing, remove] = useState<Webhook>();
  const hooks = useQuery(webhooks);
  const broker = useQuery(mqtt);
  const general = useQuery(settings);
  const error = hooks.error ?? broker.error ?? general.error;
  if (!hooks.data || !broker.data || !general.data)
    return error ? <Problem>{messages.loadFailed(error.message)}</Problem> : <CardSkeleton />;
  const ways: Way[] = [
    ...hooks.data
      .filter(isRelay)
      .map((webhook) => ({ kind: 'relay' as const, service: webhook.service as Relay, webhook })),
    { kind: 'mqtt', state: broker.data },
    { kind: 'heartbeat', settings: general.data },
  ];
  const close = () => open(undefined);
  /** One that somebody has removed meanwhile stays in its form as it was. */
  const presentOf = (webhook: Webhook) => hooks.data.find(({ id }) => id === webhook.id) ?? webhook;
  return (
    <Card
      flush
      title={messages.title}
      hint={messages.hint}
      actions={
        mayConfigure &&
        relays.map((service) => (
          <Button key={service} onClick={() => open({ kind: 'new', service })}>
            <Plus size={14} aria-hidden /> {messages.add[service]}
          </Button>
        ))
      }
    >
      <ShortTable
        label={messages.list}
        rows={ways}
        columns={wayColumns}
        keyOf={keyOf}
        {...(mayConfigure && {
          action: (way: Way) => (
            <span className="inline-flex">
              <IconButton label={messages.edit(nameOf(way))} onClick={() => open(way)}>
                <Pencil size={14} />
              </IconButton>
              {way.kind === 'relay' && (
                <IconButton label={messages.remove(nameOf(way))} onClick={() => remove(way.webhook)}>
                  <Trash2 size={14} />
                </IconButton>
              )}
            </span>
          ),
        })}
      />
      {opened?.kind === 'new' && <RelayDialog service={opened.service} onClose={close} />}
      {opened?.kind === 'relay' && (
        <RelayDialog service={opened.service} webhook={presentOf(opened.webhook)} onClose={close} />
      )}
      {opened?.kind === 'mqtt' && <MqttDialog saved={opened.state} onClose={close} />}
      {opened?.kind === 'heartbeat' && <HeartbeatDialog saved={opened.settings} onClose={close} />}
      {removing && <Removal webhook={removing} onClose={() => remove(undefined)} />}
    </Card>
  );
}

function Removal({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose(): void }) {
  const queries = useQueryClient();
  return (
    <Confirm
      title={messages.relay.removeTitle(name)}
      action={messages.relay.removeAction}
      onConfirm={async () => {
        await call('DELETE /api/notifications/webhooks/:id', { params: { id } });
        toast('success', messages.relay.deleted);
        await queries.invalidateQueries({ queryKey: webhooks.queryKey });
      }}
      onClose={onClose}
    >
      {messages.relay.removeText}
    </Confirm>
  );
}
