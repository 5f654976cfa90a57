// E-mail: the settings, and whether the last message arrived.
import type { EmailReply } from '@belfry/schema/notifications/email';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { useMay } from '../../../lib/may.ts';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { LastDelivery } from './last-delivery.tsx';
import { messages } from './messages.ts';
import { email, saveEmail } from './queries.ts';
import { useUnsaved } from './unsaved.tsx';

export function EmailCard() {
  const { data, error } = useQuery(email);
  if (error && !data) return <Problem>{messages.loadFailed(error.message)}</Problem>;
  return data ? <Form saved={data} /> : <CardSkeleton />;
}

function Form({ saved }: { saved: EmailReply }) {
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const { draft, set, changed, reset } = useDraft(saved);
  const part = {
    text: messages.email.title,
    async save() {
      await saveEmail({ enabled: draft.enabled });
      await queries.invalidateQueries({ queryKey: email.queryKey });
      reset();
    },
    async discard() {
      await queries.fetchQuery(email);
      reset();
    },
  };
  useUnsaved(changed.length > 0 ? part : null);
  return (
    <Card
      title={messages.email.title}
      actions={
        <Switch
          label={draft.enabled ? messages.enabled : messages.disabled}
          checked={draft.enabled}
          disabled={!mayConfigure}
          onChange={(enabled) => set({ enabled })}
        />
      }
    >
      <LastDelivery id="email" enabled={saved.enabled} />
    </Card>
  );
}
