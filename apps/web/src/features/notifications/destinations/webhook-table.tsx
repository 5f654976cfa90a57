// One row for each webhook.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../../ui/chip.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { GetsCell } from './gets-cell.tsx';
import { LastDelivery } from './last-delivery.tsx';
import { messages } from './messages.ts';
import { webhookTemplates } from './queries.ts';
import { WebhookActions } from './webhook-actions.tsx';

interface WebhookTableProps {
  webhooks: readonly Webhook[];
  mayConfigure: boolean;
  onEnable(webhook: Webhook, on: boolean): void;
  onEdit(webhook: Webhook): void;
}

export function WebhookTable({ webhooks, mayConfigure, onEnable, onEdit }: WebhookTableProps) {
  const texts = messages.webhooks;
  const columns: readonly TextColumn<Webhook>[] = [
    {
      head: () => texts.name,
      cell: (webhook) => (
        <span className="flex items-center gap-2">
          <Switch
            label={<span className="sr-only">{texts.enable(webhook.name)}</span>}
            checked={webhook.enabled}
            disabled={!mayConfigure}
            onChange={(on) => onEnable(webhook, on)}
          />
          <b className={`min-w-0 font-medium break-words ${webhook.enabled ? '' : 'text-mute'}`}>{webhook.name}</b>
          <ServiceChip service={webhook.service} />
        </span>
      ),
    },
    { head: () => texts.gets, cell: (webhook) => <GetsCell {...webhook} /> },
    {
      head: () => texts.last,
      cell: ({ id, enabled }) => <LastDelivery id={`webhook:${id}`} enabled={enabled} />,
    },
  ];
  return (
    <ShortTable
      label={texts.list}
      rows={webhooks}
      columns={columns}
      keyOf={({ id }) => id}
      {...(mayConfigure && {
        action: (webhook: Webhook) => <WebhookActions webhook={webhook} onEdit={() => onEdit(webhook)} />,
      })}
    />
  );
}

function ServiceChip({ service }: Pick<Webhook, 'service'>) {
  const { data } = useQuery(webhookTemplates);
  return <Chip>{data?.find((template) => template.service === service)?.name ?? service}</Chip>;
}
