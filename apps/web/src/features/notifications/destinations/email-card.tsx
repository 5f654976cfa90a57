// E-mail: the settings, a test of them as typed, and whether the last message arrived.
import type { EmailReply } from '@belfry/schema/notifications/email';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { saveForm } from '../../../api/save.ts';
import { OthersSaved, Theirs } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { useMay } from '../../../lib/may.ts';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { checkRouting, errorIn, withoutField } from '../routing/routed.ts';
import { RoutingFields } from '../routing/routing-fields.tsx';
import { EmailAdvanced } from './email-advanced.tsx';
import { EmailFields } from './email-fields.tsx';
import { changedEmail, type EmailForm, emailForm, emailUpdate, shownEmail } from './email-form.ts';
import { EmailTest } from './email-test.tsx';
import { LastDelivery } from './last-delivery.tsx';
import { messages } from './messages.ts';
import { email, lastDeliveries, readEmail, saveEmail } from './queries.ts';
import { StandInFields } from './stand-in-fields.tsx';
import { useUnsaved } from './unsaved.tsx';

/** What the parts of the form get. */
export interface EmailParts {
  form: EmailForm;
  saved: EmailReply;
  set(change: Partial<EmailForm>): void;
  errorOf(name: keyof EmailForm): string | undefined;
  /** Says what somebody else has saved meanwhile; otherwise explains the field. */
  hintOf(name: keyof EmailForm, hint?: ReactNode): ReactNode;
}

export function EmailCard() {
  const { data, error } = useQuery(email);
  if (error && !data) return <Problem>{messages.loadFailed(error.message)}</Problem>;
  return data ? <Form saved={data} /> : <CardSkeleton />;
}

function Form({ saved }: { saved: EmailReply }) {
  const texts = messages.email;
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const [errors, setErrors] = useState<FieldErrors>({});
  const all = useDraft(useMemo(() => emailForm(saved), [saved]));
  const { draft, set, changed, theirs, reset } = all;

  const look = () => queries.invalidateQueries({ queryKey: email.queryKey });
  const show = (error: unknown) => setErrors(error instanceof ApiError ? error.refusal.details : {});
  const part = {
    text: `${texts.short}: ${changedEmail(changed)}`,
    async save() {
      const wrong = checkRouting(draft.routing);
      setErrors(wrong);
      if (Object.keys(wrong).length > 0) throw new Error(texts.checkFields);
      const save = saveForm({
        ...{ read: readEmail, base: saved, look },
        save: (based) => saveEmail(emailUpdate(draft, changed), based),
      });
      await save.catch((error) => {
        show(error);
        throw error;
      });
      await look();
      void queries.invalidateQueries({ queryKey: lastDeliveries.queryKey });
      reset();
    },
    async discard() {
      await queries.fetchQuery(email);
      reset();
      setErrors({});
    },
  };
  useUnsaved(changed.length > 0 ? part : null);

  const typed = (field: string) => setErrors((known) => withoutField(known, field));
  const parts: EmailParts = {
    form: draft,
    saved,
    set(change) {
      set(change);
      for (const name of Object.keys(change)) typed(name);
    },
    errorOf: (name) => errorIn(errors, name),
    hintOf(name, hint) {
      const value = theirs[name];
      if (value === undefined) return hint;
      return <Theirs value={shownEmail(value) ?? texts.fields[name]} onTake={() => reset(name)} />;
    },
  };
  return (
    <Card
      flush
      title={texts.title}
      actions={
        <Switch
          label={draft.enabled ? messages.enabled : messages.disabled}
          checked={draft.enabled}
          disabled={!mayConfigure}
          onChange={(enabled) => parts.set({ enabled })}
        />
      }
    >
      <div className="border-b border-line-soft px-4 py-2.5">
        <LastDelivery id="email" enabled={saved.enabled} isSaid={!draft.enabled} />
        {!draft.enabled && mayConfigure && <p className="mt-1 text-sm text-soft">{texts.offHint}</p>}
      </div>
      <div inert={!draft.enabled} className={`flex flex-col gap-4 p-4 ${draft.enabled ? '' : 'opacity-60'}`}>
        <OthersSaved draft={all} names={texts.fields} />
        <fieldset disabled={!mayConfigure} className="flex min-w-0 flex-col gap-4">
          <EmailFields {...parts} />
          <EmailAdvanced {...parts} />
          <div inert={!mayConfigure}>
            <RoutingFields value={draft} errors={errors} onChange={parts.set} typed={typed} />
          </div>
          <div inert={!mayConfigure} className="border-t border-line-soft pt-4">
            <StandInFields
              value={draft.standIn}
              own="email"
              errors={errors}
              onChange={(standIn) => parts.set({ standIn })}
            />
          </div>
        </fieldset>
        {parts.hintOf('routing')}
        {parts.hintOf('standIn')}
        {mayConfigure && (
          <EmailTest form={draft} onRefused={show} onTrust={(fingerprint) => parts.set({ fingerprint })} />
        )}
      </div>
    </Card>
  );
}
