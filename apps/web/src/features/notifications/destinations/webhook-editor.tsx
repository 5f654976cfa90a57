// The form of one webhook, below the list. It keeps what was typed until it is saved or closed.
import type { Webhook, WebhookTemplate } from '@belfry/schema/notifications/webhook';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send, X } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { OthersSaved } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { withoutField } from '../routing/routed.ts';
import { RoutingFields } from '../routing/routing-fields.tsx';
import { MessagePreview } from './message-preview.tsx';
import { messages } from './messages.ts';
import { lastDeliveries, saveWebhookForm, tryWebhook, webhooks } from './queries.ts';
import { ServiceChoice } from './service-choice.tsx';
import { StandInFields } from './stand-in-fields.tsx';
import { TestResult } from './test-result.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import {
  checkWebhook,
  isComplete,
  newWebhook,
  type WebhookForm,
  webhookForm,
  webhookInput,
  withService,
} from './webhook-form.ts';

interface WebhookEditorProps {
  /** Absent: a new one. */
  webhook: Webhook | undefined;
  /** To choose from. */
  services: readonly WebhookTemplate[];
  onChanged(isChanged: boolean): void;
  /** The user wants to close it. */
  onCancel(): void;
  onSaved(): void;
}

const beside: ReadonlySet<string> = new Set(['name', 'url']);
/** The whole reason is beside the fields it is about. */
function isShown(error: Error): boolean {
  const fields = error instanceof ApiError ? Object.keys(error.refusal.details) : [];
  return fields.length > 0 && fields.every((field) => beside.has(field));
}

export function WebhookEditor({ webhook, services, onChanged, onCancel, onSaved }: WebhookEditorProps) {
  const texts = messages.webhooks;
  const queries = useQueryClient();
  const id = useId();
  const top = useRef<HTMLElement>(null);
  const saved = useMemo(() => (webhook ? webhookForm(webhook) : newWebhook()), [webhook]);
  const draft = useDraft(saved);
  const { draft: form, set: change, changed } = draft;
  const [errors, setErrors] = useState<FieldErrors>({});
  const service = services.find((each) => each.service === form.service);
  const isChanged = changed.length > 0;
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const show = (error: unknown) => setErrors(error instanceof ApiError ? error.refusal.details : {});
  const typed = (field: string) => setErrors((known) => withoutField(known, field));
  const set = (changes: Partial<WebhookForm>) => {
    change(changes);
    for (const name of Object.keys(changes)) typed(name);
  };
  const look = () => queries.invalidateQueries({ queryKey: webhooks.queryKey });
  const saving = useMutation({
    mutationFn: () => saveWebhookForm(webhook, webhookInput(form), look),
    onError(error) {
      toast('error', webhook ? texts.updateFailed : texts.addFailed, { message: isShown(error) ? '' : error.message });
      show(error);
    },
    async onSuccess() {
      toast('success', webhook ? texts.updated : texts.added);
      await look();
      void queries.invalidateQueries({ queryKey: lastDeliveries.queryKey });
      onSaved();
    },
  });
  const trial = useMutation({
    mutationFn: () => tryWebhook(webhook?.id, webhookInput(form)),
    onSuccess: () => toast('success', texts.testSent),
    onError(error) {
      toast('error', texts.testFailed, { message: isShown(error) ? '' : error.message || messages.unknownError });
      show(error);
    },
  });
  const submit = (run: () => void) => {
    const wrong = checkWebhook(form);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) run();
  };
  const ready = isComplete(form);
  const title = webhook ? texts.editTitle(webhook.name) : texts.addTitle;

  return (
    <section ref={top} aria-labelledby={`${id}t`} className="border-t border-line">
      <header className="flex items-center gap-2 border-b border-line-soft bg-raise py-1.5 pr-2 pl-4">
        <h3 id={`${id}t`} className="min-w-0 flex-1 truncate font-semibold">
          {title}
        </h3>
        <IconButton label={messages.closeForm} onClick={onCancel}>
          <X size={15} />
        </IconButton>
      </header>
      <form
        noValidate
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) submit(saving.mutate);
        }}
      >
        <fieldset disabled={saving.isPending} className="flex min-w-0 flex-col gap-4">
          <OthersSaved draft={draft} names={texts.fields} />
          <ServiceChoice
            services={services}
            value={form.service}
            onChange={(chosen) => set(withService(form, chosen, service))}
          />
          {service && (
            <p className="text-sm text-mute">{messages.instructions[form.service] ?? service.instructions}</p>
          )}
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <WebhookFields {...{ form, service, errors, set }} />
            <MessagePreview {...{ form, service, set }} />
          </div>
          <div className="border-t border-line-soft pt-4">
            <RoutingFields value={form} errors={errors} onChange={set} typed={typed} />
          </div>
          <div className="border-t border-line-soft pt-4">
            <StandInFields
              value={form.standIn}
              own={webhook && `webhook:${webhook.id}`}
              errors={errors}
              onChange={(standIn) => set({ standIn })}
            />
          </div>
          {saving.error && !isShown(saving.error) && <Problem>{saving.error.message || texts.updateFailed}</Problem>}
          {!trial.isPending && (
            <TestResult
              answer={answerOf(trial.data)}
              failure={trial.error && !isShown(trial.error) ? trial.error.message : undefined}
              at={trial.submittedAt}
            />
          )}
          <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line-soft pt-4">
            {ready && (
              <Button look="framed" disabled={trial.isPending} onClick={() => submit(trial.mutate)}>
                <Send size={13} aria-hidden /> {trial.isPending ? messages.testing : texts.test}
              </Button>
            )}
            <Button onClick={onCancel}>{messages.cancel}</Button>
            <Button look="main" type="submit" disabled={!ready}>
              {webhook ? texts.update : texts.add}
            </Button>
          </div>
        </fieldset>
      </form>
    </section>
  );
}

/** "204", "200 ok" */
const answerOf = (answer: { status: number; response: string } | undefined): string | undefined =>
  answer && (answer.response === `HTTP ${answer.status}` ? answer.response : `${answer.status} ${answer.response}`);
