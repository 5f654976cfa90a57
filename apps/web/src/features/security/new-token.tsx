// Makes an API token and shows it only once.
import type { TokenScope } from '@belfry/schema/http/tokens';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { tokens } from '../../api/security.ts';
import { type Submit, useSubmit } from '../../api/use-submit.ts';
import { textFields } from '../../lib/text-fields.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { type ExpiryChoice, ExpiryField, expiryOf } from '../../ui/expiry-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Secret } from '../../ui/secret.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { messages } from './messages.ts';

const SCOPES: readonly TokenScope[] = ['read', 'metrics', 'report', 'admin'];

interface Values {
  name: string;
  scope: TokenScope;
  expiry: ExpiryChoice;
}

export function NewToken({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const form = useSubmit({
    check: ({ name }: Values) => (name.trim() ? {} : { name: messages.nameRequired }),
    send({ name, scope, expiry }) {
      const body = { name, scope, ...expiryOf(expiry) };
      return call('POST /api/security/tokens', { body });
    },
    onDone: () => void queries.invalidateQueries({ queryKey: tokens.queryKey }),
  });
  const made = form.reply;
  return (
    <Dialog title={messages.newToken} onClose={onClose} busy={form.sending} careful>
      {made ? (
        <ShownOnce text={messages.tokenMade} onDone={onClose}>
          <Secret label={made.name} value={made.token} autoFocus />
        </ShownOnce>
      ) : (
        <TokenForm form={form} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  form: Submit<Values, unknown>;
  onClose(): void;
}

function TokenForm({ form, onClose }: TokenFormProps) {
  const { submit, sending, errors, failure, typed } = form;
  const [values, setValues] = useState<Values>({ name: '', scope: 'read', expiry: 'never' });
  const text = textFields({ values, errors, typed, set: (change) => setValues({ ...values, ...change }) });

  return (
    <DialogForm
      action={sending ? messages.creating : messages.create}
      locked={sending}
      onSubmit={() => submit(values)}
      onCancel={onClose}
    >
      {failure && <Problem>{messages.tokenFailed(failure.message)}</Problem>}
      <TextField label={messages.tokenName} autoComplete="off" autoFocus maxLength={64} {...text('name')} />
      <div className="grid gap-3 md:grid-cols-2">
        <SelectField
          label={messages.tokenScope}
          options={SCOPES.map((each) => [each, messages.scopes[each]] as const)}
          value={values.scope}
          onValue={(scope) => setValues({ ...values, scope })}
        />
        <ExpiryField
          label={messages.tokenExpiry}
          value={values.expiry}
          onValue={(expiry) => setValues({ ...values, expiry })}
        />
      </div>
    </DialogForm>
  );
}
