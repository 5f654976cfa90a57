// The webhooks: which there are, what each gets, whether its last message arrived, and the form of one of them.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Webhook as Icon, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';
import { enableWebhook, webhooks, webhookTemplates } from './queries.ts';
import { WebhookEditor } from './webhook-editor.tsx';
import { WebhookTable } from './webhook-table.tsx';

/** They have cards of their own. */
const elsewhere: ReadonlySet<string> = new Set<Webhook['service']>(['apprise', 'alertmanager', 'journal']);
const NEW = 'new';

export function WebhooksCard() {
  const texts = messages.webhooks;
  const mayConfigure = useMay('configure');
  const { data, error } = useQuery(webhooks);
  const { data: templates } = useQuery(webhookTemplates);
  const { set, isSetting } = useEnabled();
  /** The webhook in the form. One that somebody has removed meanwhile stays there as it was. */
  const [edited, edit] = useState<Webhook | typeof NEW | null>(null);
  const [unsaved, setUnsaved] = useState(false);
  const { leave, question } = useLeaveGuard(unsaved && edited !== null);
  if (error && !data) return <Problem>{messages.loadFailed(error.message)}</Problem>;
  if (!data) return <CardSkeleton />;
  const own = data.filter(({ service }) => !elsewhere.has(service));
  const services = templates?.filter(({ service }) => !elsewhere.has(service));
  const enabled = own.filter((webhook) => webhook.enabled).length;
  const keyOf = (which: typeof edited) => (which === null || which === NEW ? which : which.id);
  const key = keyOf(edited);
  const webhook = edited === NEW ? undefined : (own.find(({ id }) => id === key) ?? edited ?? undefined);
  const open = (next: typeof edited) => keyOf(next) !== key && leave(() => edit(next));
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
            <Button look="framed" onClick={() => open(NEW)}>
              <Plus size={13} aria-hidden /> {texts.add}
            </Button>
          </>
        )
      }
    >
      {own.length > 0 && (
        <WebhookTable
          webhooks={own}
          mayConfigure={mayConfigure}
          onEnable={(webhook, on) => set({ list: [webhook], on })}
          onEdit={open}
        />
      )}
      {own.length === 0 && edited === null && (
        <Notice icon={<Icon />} title={texts.none}>
          <p>{texts.noneHint}</p>
        </Notice>
      )}
      {services && edited && (
        <WebhookEditor
          key={key}
          webhook={webhook}
          services={services}
          onChanged={setUnsaved}
          onCancel={() => open(null)}
          onSaved={() => edit(null)}
        />
      )}
      {question}
    </Card>
  );
}

/** Switches webhooks on or off. */
function useEnabled() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ list, on }: { list: readonly Webhook[]; on: boolean }) => {
      for (const { id, enabled } of list) if (enabled !== on) await enableWebhook(id, on);
    },
    onError: (error) => toast('error', messages.webhooks.updateFailed, { message: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooks.queryKey }),
  });
  return { set: mutate, isSetting: isPending };
}
