// The webhooks: which there are, what each gets, and whether its last message arrived.
import type { updateWebhook } from '@belfry/schema/http/webhooks';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Webhook as Icon } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';
import { webhooks } from './queries.ts';
import { WebhookTable } from './webhook-table.tsx';

/** They have cards of their own. */
const elsewhere: ReadonlySet<Webhook['service']> = new Set(['apprise', 'alertmanager']);

export function WebhooksCard() {
  const texts = messages.webhooks;
  const mayConfigure = useMay('configure');
  const { data, error } = useQuery(webhooks);
  const { set, isSetting } = useEnabled();
  if (error && !data) return <Problem>{messages.loadFailed(error.message)}</Problem>;
  if (!data) return <CardSkeleton />;
  const own = data.filter(({ service }) => !elsewhere.has(service));
  const enabled = own.filter((webhook) => webhook.enabled).length;
  return (
    <Card
      flush
      title={texts.title}
      hint={texts.count(own.length, enabled)}
      actions={
        mayConfigure && (
          <>
            <Button disabled={isSetting || enabled === own.length} onClick={() => set({ list: own, on: true })}>
              {texts.enableAll}
            </Button>
            <Button disabled={isSetting || enabled === 0} onClick={() => set({ list: own, on: false })}>
              {texts.disableAll}
            </Button>
          </>
        )
      }
    >
      {own.length === 0 ? (
        <Notice icon={<Icon />} title={texts.none}>
          <p>{texts.noneHint}</p>
        </Notice>
      ) : (
        <WebhookTable
          webhooks={own}
          mayConfigure={mayConfigure}
          onEnable={(webhook, on) => set({ list: [webhook], on })}
        />
      )}
    </Card>
  );
}

/** Switches webhooks on or off. The secrets are masked in what is sent, so they stay as they are stored. */
function useEnabled() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ list, on }: { list: readonly Webhook[]; on: boolean }) => {
      for (const { id, ...body } of list)
        if (body.enabled !== on)
          await call<typeof updateWebhook>('PUT /api/notifications/webhooks/:id', {
            params: { id },
            body: { ...body, enabled: on },
          });
    },
    onError: (error) => toast('error', error.message || messages.webhooks.updateFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooks.queryKey }),
  });
  return { set: mutate, isSetting: isPending };
}
