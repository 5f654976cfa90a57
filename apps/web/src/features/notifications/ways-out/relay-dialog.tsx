import type { Webhook } from '@belfry/schema/notifications/webhook';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { OthersSaved } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { exact, textFields } from '../../../lib/text-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages as destinations } from '../destinations/messages.ts';
import { saveWebhookForm, webhooks } from '../destinations/queries.ts';
import { StandInFields } from '../destinations/stand-in-fields.tsx';
import { TestResult } from '../destinations/test-result.tsx';
import { LanguageField } from '../routing/language-field.tsx';
import { checkRouting } from '../routing/routed.ts';
import { RoutingFields } from '../routing/routing-fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { messages } from './messages.ts';
import { checkRelay, type Relay, type RelayForm, relayForm, webhookOf } from './relay-form.ts';

interface RelayDialogProps {
  service: Relay;
  /** The one to edit. */
  webhook?: Webhook;
  onClose(): void;
}

export function RelayDialog({ service, webhook, onClose }: RelayDialogProps) {
  const texts = messages.relay;
  const queries = useQueryClient();
  const all = useDraft(useMemo(() => relayForm(service, webhook), [service, webhook]));
  const { draft, set, changed } = all;
  const look = () => queries.invalidateQueries({ queryKey: webhooks.queryKey });
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: (form: RelayForm) => ({ ...checkRelay(form), ...checkRouting(form.routing) }),
    send: (form) => saveWebhookForm(webhook, webhookOf(service, form, webhook), look),
    async onDone() {
      toast('success', webhook ? texts.updated : texts.added);
      await look();
      onClose();
    },
  });
  const trial = useMutation({
    mutationFn: () =>
      call('POST /api/notifications/webhooks/test', {
        body: { ...webhookOf(service, draft, webhook), ...(webhook && { id: webhook.id }) },
      }),
    onSuccess: () => toast('success', texts.testSent),
    onError: () => toast('error', texts.testFailed),
  });
  const text = textFields({ values: draft, errors, set, typed });
  const field = (name: 'name' | 'url' | 'authorization' | 'tag' | 'urls', label: string) => ({
    label,
    ...text(name),
    error:
      errors[name] ?? (name === 'authorization' ? errors.headers : name === 'url' ? undefined : errors.customFields),
    ...exact,
  });
  const canTest = draft.url.trim() !== '' && draft.name.trim() !== '';
  return (
    <FormDialog
      title={webhook ? texts.editTitle(webhook.name) : texts.addTitle[service]}
      about={texts.about[service]}
      unsaved={changed.length > 0}
      {...{ sending, failure, onClose }}
      onSubmit={() => submit(draft)}
      answer={
        !trial.isPending &&
        trial.submittedAt > 0 && (
          <TestResult
            answer={trial.data && `${trial.data.status} ${trial.data.response}`}
            at={trial.submittedAt}
            failure={trial.error?.message}
          />
        )
      }
      actions={
        canTest && (
          <Button look="framed" disabled={trial.isPending || sending} onClick={() => trial.mutate()}>
            <Send size={13} aria-hidden /> {trial.isPending ? messages.testing : messages.test}
          </Button>
        )
      }
    >
      <OthersSaved draft={all} names={{ ...destinations.webhooks.fields, ...texts, urls: texts.addresses }} />
      <div className="grid gap-3 md:grid-cols-[2fr_3fr]">
        <TextField {...field('name', texts.name)} autoFocus maxLength={200} />
        <TextField
          {...field('url', texts.url)}
          mono
          inputMode="url"
          autoCapitalize="none"
          placeholder={texts.urls[service]}
          hint={texts.urlHints[service]}
        />
      </div>
      {service === 'apprise' && (
        <div className="grid gap-3 md:grid-cols-2">
          <TextField {...field('tag', texts.tag)} hint={texts.tagHint} />
          <TextField {...field('urls', texts.addresses)} mono hint={texts.addressesHint} />
        </div>
      )}
      <TextField {...field('authorization', texts.authorization)} mono hint={texts.authorizationHint} />
      {service === 'alertmanager' && (
        <LanguageField value={draft.language} onChange={(language) => set({ language })} />
      )}
      {service === 'apprise' && (
        <>
          <RoutingFields value={draft} errors={errors} onChange={set} typed={typed} />
          <StandInFields
            value={draft.standIn}
            own={webhook && `webhook:${webhook.id}`}
            errors={errors}
            onChange={(standIn) => set({ standIn })}
          />
        </>
      )}
    </FormDialog>
  );
}
