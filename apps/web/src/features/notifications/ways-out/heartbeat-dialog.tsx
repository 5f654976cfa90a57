import type { NotificationSettings } from '@belfry/schema/notifications/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { saveForm } from '../../../api/save.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { OthersSaved } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { TestResult } from '../destinations/test-result.tsx';
import { FormDialog } from './form-dialog.tsx';
import { messages } from './messages.ts';
import { heartbeat, readSettings, saveSettings, settings } from './queries.ts';

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
  const { data: now = saved } = useQuery(settings);
  const all = useDraft(useMemo(() => formOf(now), [now]));
  const { draft, set, changed } = all;
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: ({ enabled, url }: HeartbeatForm) =>
      enabled && url.trim() === '' ? { 'heartbeat.url': texts.urlRequired } : {},
    send: ({ allowPrivateNetworks, ...own }) =>
      saveForm({
        ...{ read: readSettings, base: now },
        look: () => queries.invalidateQueries({ queryKey: settings.queryKey }),
        save: (based) => saveSettings({ allowPrivateNetworks, heartbeat: own }, based),
      }),
    async onDone(reply) {
      queries.setQueryData(settings.queryKey, reply);
      toast('success', texts.saved);
      await queries.invalidateQueries({ queryKey: heartbeat.queryKey });
      onClose();
    },
  });
  const trial = useMutation({
    mutationFn: () => call('POST /api/notifications/heartbeat/test', { body: { url: draft.url.trim() } }),
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
      <OthersSaved
        draft={all}
        names={{ enabled: messages.enabled, url: texts.url, allowPrivateNetworks: texts.privateNetworks }}
      />
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
