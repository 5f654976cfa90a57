// Removes a webhook, after a question.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';
import { removeWebhook, webhooks } from './queries.ts';

export function DeleteWebhook({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose(): void }) {
  const texts = messages.webhooks;
  const queries = useQueryClient();
  const remove = async () => {
    try {
      await removeWebhook(id);
    } catch (error) {
      toast('error', texts.deleteFailed, { message: (error as Error).message });
      throw error;
    }
    toast('success', texts.deleted);
    await queries.invalidateQueries({ queryKey: webhooks.queryKey });
  };
  return (
    <Confirm title={texts.deleteTitle} action={texts.deleteAction} onConfirm={remove} onClose={onClose}>
      {texts.deleteText(name)}
    </Confirm>
  );
}
