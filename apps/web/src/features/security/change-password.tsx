// The dialog for a new password of the user's own account.
import type { changePassword } from '@belfry/schema/http/security';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { keepPage } from '../../api/entry.ts';
import { checkPasswordChange, type PasswordChange } from '../../lib/credentials.ts';
import { type FieldErrors, without } from '../../lib/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { messages } from './messages.ts';

const RELOAD_AFTER_MS = 2_000;
const labelOf = (name: keyof PasswordChange): string =>
  name === 'confirm' ? messages.confirmPassword : messages[name];

export function ChangePassword({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<PasswordChange>({ currentPassword: '', newPassword: '', confirm: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'idle') return;
    const wrong = checkPasswordChange(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setState('busy');
    // the change ends this session too
    keepPage(true);
    try {
      const { currentPassword, newPassword } = values;
      await call<typeof changePassword>('POST /api/security/change-password', {
        body: { currentPassword, newPassword },
      });
      setState('done');
      setTimeout(() => window.location.reload(), RELOAD_AFTER_MS);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      keepPage(false);
      const { details, text } = error.refusal;
      setErrors(
        error.status === 401
          ? { currentPassword: messages.passwordWrong }
          : { ...details, form: text || messages.passwordFailed },
      );
      setState('idle');
    }
  };

  const field = (name: keyof PasswordChange) => (
    <TextField
      name={name}
      type="password"
      label={labelOf(name)}
      value={values[name]}
      error={errors[name]}
      autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
      onChange={(event) => {
        setValues({ ...values, [name]: event.currentTarget.value });
        setErrors(without(errors, name));
      }}
    />
  );

  return (
    <Dialog title={messages.changePassword} onClose={onClose} busy={state !== 'idle'} careful>
      <DialogBody>
        <form id={id} noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
          {errors.form && <Problem>{errors.form}</Problem>}
          {state === 'done' && <Problem tone="ok">{messages.passwordDone}</Problem>}
          {field('currentPassword')}
          {field('newPassword')}
          {field('confirm')}
        </form>
      </DialogBody>
      <DialogFoot>
        <Button look="framed" onClick={onClose} disabled={state !== 'idle'}>
          {messages.cancel}
        </Button>
        <Button look="main" type="submit" form={id} disabled={state !== 'idle'}>
          {state === 'busy' ? messages.changing : messages.changePassword}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
