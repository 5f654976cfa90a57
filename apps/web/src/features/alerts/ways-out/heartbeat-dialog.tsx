// The heartbeat, with one call of what is typed as a test, and the networks that all messages may go to.
import type { testHeartbeat } from '@belfry/schema/http/heartbeat';
import type { putNotificationSettings } from '@belfry/schema/http/notification-settings';
import type { NotificationSettings } from '@belfry/schema/notifications/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { TestResult } from '../destinations/test-result.tsx';
import { FormDialog } from './form-dialog.tsx';
import { messages } from './messages.ts';
import { heartbeat, settings } from './queries.ts';

interface HeartbeatForm {
  enabled: boolean;
  url: string;
  allowPrivateNetworks: boolean;
}

const formOf = ({ allowPrivateNetworks, heartbeat: own }: NotificationSettings): HeartbeatForm => ({
  ...own,
  allowPrivateNetworks,
});

export function HeartbeatDialog({ saved, onClose }: { saved: NotificationSettings; onClose(): void }) {
  const texts = messages.heartbeat;
  const queries = useQueryClient();
  const { draft, set, changed } = useDraft(useMemo(() => formOf(saved), [saved]));
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: ({ enabled, url }: HeartbeatForm) =>
      enabled && url.trim() === '' ? { 'heartbeat.url': texts.urlRequired } : {},
    send: ({ allowPrivateNetworks, ...own }) =>
      call<typeof putNotificationSettings>('PUT /api/notifications/settings', {
        body: { allowPrivateNetworks, heartbeat: own },
      }),
    async onDone(reply) {
      queries.setQueryData(settings.queryKey, reply);
      toast('success', texts.saved);
      await queries.invalidateQueries({ queryKey: heartbeat.queryKey });
      onClose();
    },
  });
  const trial = useMutation({
    mutationFn: () =>
      call<typeof testHeartbeat>('POST /api/notifications/heartbeat/test', { body: { url: draft.url.trim() } }),
  });
  const answer = trial.data && [trial.data.status, trial.data.response].filter(Boolean).join(' ');
  return (
    <FormDialog
      title={texts.title}
      about={texts.about}
      unsaved={changed.length > 0}
      {...{ sending, failure, onClose }}
      onSubmit={() => submit(draft)}
      answer={
        !trial.isPending &&
        trial.submittedAt > 0 && (
          <TestResult
            answer={trial.data?.success ? answer : undefined}
            at={trial.submittedAt}
            failure={trial.error?.message ?? (trial.data?.success === false ? answer : undefined)}
          />
        )
      }
      actions={
        <Button
          look="framed"
          disabled={trial.isPending || sending || draft.url.trim() === ''}
          onClick={() => trial.mutate()}
        >
          <Send size={13} aria-hidden /> {trial.isPending ? messages.testing : messages.test}
        </Button>
      }
    >
      <Switch label={messages.enabled} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
      <TextField
        autoFocus
        mono
        label={texts.url}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://hc-ping.com/…"
        value={draft.url}
        error={errors['heartbeat.url']}
        onChange={(event) => {
          set({ url: event.currentTarget.value });
          typed('heartbeat.url');
        }}
      />
      <Switch
        label={texts.privateNetworks}
        hint={texts.privateHint}
        checked={draft.allowPrivateNetworks}
        onChange={(allowPrivateNetworks) => set({ allowPrivateNetworks })}
      />
    </FormDialog>
  );
}
