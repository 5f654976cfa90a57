// What can be done with one webhook of the list: test it as it is stored, edit it, delete it.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { DeleteWebhook } from './delete-webhook.tsx';
import { messages } from './messages.ts';
import { tryStoredWebhook } from './queries.ts';
import { TestResult } from './test-result.tsx';

export function WebhookActions({ webhook, onEdit }: { webhook: Webhook; onEdit(): void }) {
  const texts = messages.webhooks;
  const { id, name, enabled } = webhook;
  const [asksToDelete, setAsksToDelete] = useState(false);
  const { mutate, isPending, data, error, submittedAt } = useMutation({
    mutationFn: () => tryStoredWebhook(id),
    onSuccess: () => toast('success', texts.testSent),
    onError: (failure) => toast('error', texts.testFailed, { message: failure.message || messages.unknownError }),
  });
  return (
    <span className="flex flex-col gap-2">
      <span className="flex items-center justify-end gap-1">
        <Button look="framed" aria-label={texts.testOf(name)} disabled={!enabled || isPending} onClick={() => mutate()}>
          {isPending ? messages.testing : texts.test}
        </Button>
        <IconButton label={texts.edit(name)} onClick={onEdit}>
          <Pencil size={14} />
        </IconButton>
        <IconButton label={texts.delete(name)} onClick={() => setAsksToDelete(true)}>
          <Trash2 size={14} />
        </IconButton>
      </span>
      {!isPending && <TestResult answer={data?.message} failure={error?.message} at={submittedAt} />}
      {asksToDelete && <DeleteWebhook webhook={webhook} onClose={() => setAsksToDelete(false)} />}
    </span>
  );
}
