import { useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { keepPage } from '../../api/entry.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { textFields } from '../../lib/text-fields.ts';
import { checkPasswordChange, type PasswordChange } from '../../ui/credentials/check.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { messages } from './messages.ts';

const RELOAD_AFTER_MS = 2_000;
const labelOf = (name: keyof PasswordChange): string =>
  name === 'confirm' ? messages.confirmPassword : messages[name];

export function ChangePassword({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<PasswordChange>({ currentPassword: '', newPassword: '', confirm: '' });
  const { submit, sending, errors, failure, reply, typed } = useSubmit({
    check: checkPasswordChange,
    send: change,
    onDone: () => setTimeout(() => window.location.reload(), RELOAD_AFTER_MS),
    errorsOf: ({ status, refusal }) => (status === 401 ? { currentPassword: messages.passwordWrong } : refusal.details),
  });
  const done = reply !== undefined;
  const locked = sending || done;

  const text = textFields({ values, errors, typed, set: (change) => setValues({ ...values, ...change }) });
  const field = (name: keyof PasswordChange) => (
    <TextField
      name={name}
      type="password"
      label={labelOf(name)}
      autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
      {...text(name)}
    />
  );

  return (
    <Dialog title={messages.changePassword} onClose={onClose} busy={locked} careful>
      <DialogForm
        action={sending ? messages.changing : messages.changePassword}
        locked={locked}
        onSubmit={() => submit(values)}
        onCancel={onClose}
      >
        {failure && !isWrongPassword(failure) && <Problem>{failure.message || messages.passwordFailed}</Problem>}
        {errors.form && <Problem>{errors.form}</Problem>}
        {done && <Problem tone="ok">{messages.passwordDone}</Problem>}
        {field('currentPassword')}
        {field('newPassword')}
        {field('confirm')}
      </DialogForm>
    </Dialog>
  );
}

const isWrongPassword = (failure: Error): boolean => failure instanceof ApiError && failure.status === 401;

async function change({ currentPassword, newPassword }: PasswordChange) {
  // the change ends this session too
  keepPage(true);
  try {
    return await call('POST /api/security/change-password', {
      body: { currentPassword, newPassword },
    });
  } catch (error) {
    keepPage(false);
    throw error;
  }
}
