// Where the messages of a webhook go, and what is sent with them.
import { MASK } from '@belfry/schema/notifications/mask';
import type { WebhookTemplate } from '@belfry/schema/notifications/webhook';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { errorIn } from '../routing/routed.ts';
import { EntryFields } from './entry-fields.tsx';
import { messages } from './messages.ts';
import type { WebhookForm } from './webhook-form.ts';

const methods = ['POST', 'PUT', 'PATCH'] as const;

interface WebhookFieldsProps {
  form: WebhookForm;
  service: WebhookTemplate | undefined;
  errors: FieldErrors;
  set(change: Partial<WebhookForm>): void;
}

export function WebhookFields({ form, service, errors, set }: WebhookFieldsProps) {
  const texts = messages.webhooks;
  const text = (name: 'name' | 'url') => ({
    value: form[name],
    error: errorIn(errors, name),
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)_96px] gap-3">
        <TextField {...text('name')} label={texts.name} autoFocus />
        <SelectField
          label={texts.method}
          options={methods.map((method) => [method, method])}
          value={form.method}
          error={errorIn(errors, 'method')}
          onValue={(method) => set({ method })}
        />
      </div>
      <TextField
        {...text('url')}
        label={texts.url}
        placeholder={service?.urlPattern}
        hint={form.url.includes(MASK) && texts.urlHint}
        inputMode="url"
        autoCapitalize="none"
        mono
      />
      <EntryFields
        label={texts.headers}
        one={texts.header}
        entries={form.headers}
        error={errorIn(errors, 'headers')}
        onChange={(headers) => set({ headers })}
      />
      <EntryFields
        label={texts.customFields}
        one={texts.customField}
        entries={form.customFields}
        {...(service && { required: service.requiredFields })}
        error={errors.customFields}
        errorOf={(name) => errors[`customFields.${name}`]}
        onChange={(customFields) => set({ customFields })}
      />
    </div>
  );
}
