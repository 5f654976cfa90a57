import { useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { keepPage } from '../../api/entry.ts';
import { type Submit, useSubmit } from '../../api/use-submit.ts';
import { browserZone } from '../../lib/browser-zone.ts';
import { textFields } from '../../lib/text-fields.ts';
import { checkNewUser } from '../../ui/credentials/check.ts';
import { CredentialList, type Credentials } from '../../ui/credentials/credential-list.tsx';
import { PasswordModeChoice } from '../../ui/credentials/password-mode.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Switch } from '../../ui/switch.tsx';
import { messages } from './messages.ts';

/** `initial` where sign-in is not required and no account exists; otherwise `rotate`. */
type Mode = 'initial' | 'rotate';

const autoComplete = {
  username: 'username',
  currentPassword: 'current-password',
  password: 'new-password',
  confirm: 'new-password',
} as const;

interface QuickSetupProps {
  mode: Mode;
  username: string;
  /** A local account exists, whose password must be given. */
  hasAccount?: boolean;
  onClose(): void;
}

const empty = {
  mode: 'generate' as 'generate' | 'choose',
  password: '',
  confirm: '',
  currentPassword: '',
  endOthers: false,
};
type Values = typeof empty & { username: string };

export function QuickSetup({ mode, username, hasAccount = false, onClose }: QuickSetupProps) {
  const form = useSubmit({
    check: (values: Values) => ({
      ...checkNewUser(values),
      ...(hasAccount && !values.currentPassword && { currentPassword: messages.currentPasswordRequired }),
    }),
    send: (values) => make(mode, hasAccount, values),
    errorsOf: ({ refusal: { code, details } }) =>
      code === 'wrong_password' ? { currentPassword: messages.passwordWrong } : details,
  });
  const { reply: made, sending } = form;
  // All sessions have ended, including the one of this browser.
  const done = () => window.location.reload();
  return (
    <Dialog title={messages.quick[mode].title} onClose={made ? done : onClose} busy={sending} careful>
      {made ? (
        <ShownOnce text={made.password ? messages.generated : messages.configured} onDone={done}>
          <CredentialList {...made} />
        </ShownOnce>
      ) : (
        <SetupForm {...{ mode, username, hasAccount, form, onClose }} />
      )}
    </Dialog>
  );
}

async function make(mode: Mode, hasAccount: boolean, values: Values): Promise<Credentials> {
  // a rotation ends this session too, and its result is shown only once
  keepPage(true);
  try {
    const body = {
      ...{ username: values.username, force: mode === 'rotate' },
      ...(values.mode === 'choose' && { password: values.password }),
      ...(hasAccount && { currentPassword: values.currentPassword }),
      endOthers: values.endOthers,
      timezone: browserZone(),
    };
    const { credentials, message } = await call('POST /api/security/quick-setup', { body });
    if (!credentials) throw new Error(message);
    return credentials;
  } catch (error) {
    keepPage(false);
    throw error;
  }
}

interface SetupFormProps extends Required<QuickSetupProps> {
  form: Submit<Values, Credentials>;
}

function SetupForm({ mode, username, hasAccount, form, onClose }: SetupFormProps) {
  const { submit, sending, errors, failure, typed } = form;
  const [values, setValues] = useState<Values>({ ...empty, username });

  const text = textFields({ values, errors, typed, set: (change) => setValues({ ...values, ...change }) });
  const field = (name: keyof typeof autoComplete) => (
    <TextField
      name={name}
      label={messages[name]}
      type={name === 'username' ? 'text' : 'password'}
      autoComplete={autoComplete[name]}
      {...text(name)}
    />
  );

  return (
    <DialogForm
      action={sending ? messages.quick[mode].busy : messages.quick[mode].action}
      look={mode === 'rotate' ? 'danger' : 'main'}
      locked={sending}
      onSubmit={() => submit(values)}
      onCancel={onClose}
    >
      <p className="text-soft">{messages.quick[mode].text}</p>
      {failure && <Problem>{failureText(failure)}</Problem>}
      {hasAccount && field('currentPassword')}
      {field('username')}
      <PasswordModeChoice
        label={messages.passwordMode}
        value={values.mode}
        onChange={(mode) => setValues({ ...values, mode })}
      />
      {values.mode === 'choose' && (
        <>
          {field('password')}
          {field('confirm')}
        </>
      )}
      {mode === 'rotate' && (
        <Switch
          label={messages.endOthers}
          hint={messages.endOthersHint}
          checked={values.endOthers}
          onChange={(endOthers) => setValues({ ...values, endOthers })}
        />
      )}
    </DialogForm>
  );
}

/** An answer without credentials says why by itself. */
const failureText = (failure: Error): string =>
  failure instanceof ApiError ? messages.setupFailed(failure.message) : failure.message;
