// Makes the first credentials, or replaces all of them. They are shown only once.
import type { quickSetup } from '@belfry/schema/http/security';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { keepPage } from '../../api/entry.ts';
import { checkNewUser } from '../../lib/credentials.ts';
import { type FieldErrors, without } from '../../lib/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordModeChoice } from '../../ui/password-mode.tsx';
import { Problem } from '../../ui/problem.tsx';
import { CredentialList, type Credentials } from '../../ui/secret.tsx';
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

export function QuickSetup({ mode, username, hasAccount = false, onClose }: QuickSetupProps) {
  const [made, setMade] = useState<Credentials | null>(null);
  const [busy, setBusy] = useState(false);
  // All sessions have ended, including the one of this browser.
  const done = () => window.location.reload();
  return (
    <Dialog title={messages.quick[mode].title} onClose={made ? done : onClose} busy={busy} careful>
      {made ? (
        <>
          <DialogBody>
            <Problem tone="warn" className="mb-3">
              {made.password ? messages.generated : messages.configured}
            </Problem>
            <CredentialList {...made} />
          </DialogBody>
          <DialogFoot>
            <Button look="main" onClick={done}>
              {messages.done}
            </Button>
          </DialogFoot>
        </>
      ) : (
        <SetupForm {...{ mode, username, hasAccount, busy, setBusy, onClose }} onMade={setMade} />
      )}
    </Dialog>
  );
}

interface SetupFormProps extends Required<QuickSetupProps> {
  busy: boolean;
  setBusy(busy: boolean): void;
  onMade(credentials: Credentials): void;
}

function SetupForm({ mode, username, hasAccount, busy, setBusy, onMade, onClose }: SetupFormProps) {
  const [values, setValues] = useState({
    username,
    mode: 'generate' as 'generate' | 'choose',
    password: '',
    confirm: '',
    currentPassword: '',
    endOthers: false,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = {
      ...checkNewUser(values),
      ...(hasAccount && !values.currentPassword && { currentPassword: messages.currentPasswordRequired }),
    };
    setErrors(wrong);
    setProblem('');
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    // a rotation ends this session too, and its result is shown only once
    keepPage(true);
    try {
      const body = {
        ...{ username: values.username, force: mode === 'rotate' },
        ...(values.mode === 'choose' && { password: values.password }),
        ...(hasAccount && { currentPassword: values.currentPassword }),
        endOthers: values.endOthers,
      };
      const { credentials, message } = await call<typeof quickSetup>('POST /api/security/quick-setup', { body });
      if (credentials) onMade(credentials);
      else {
        keepPage(false);
        setProblem(message);
      }
    } catch (error) {
      keepPage(false);
      if (!(error instanceof ApiError)) throw error;
      const { code, details } = error.refusal;
      setErrors(code === 'wrong_password' ? { currentPassword: messages.passwordWrong } : details);
      setProblem(messages.setupFailed(error.message));
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof typeof autoComplete) => (
    <TextField
      name={name}
      label={messages[name]}
      value={values[name]}
      error={errors[name]}
      type={name === 'username' ? 'text' : 'password'}
      autoComplete={autoComplete[name]}
      onChange={(event) => {
        setValues({ ...values, [name]: event.currentTarget.value });
        setErrors(without(errors, name));
      }}
    />
  );

  return (
    <>
      <DialogBody>
        <form id={id} noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
          <p className="text-soft">{messages.quick[mode].text}</p>
          {problem && <Problem>{problem}</Problem>}
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
        </form>
      </DialogBody>
      <DialogFoot>
        <Button look="framed" onClick={onClose} disabled={busy}>
          {messages.cancel}
        </Button>
        <Button look={mode === 'rotate' ? 'danger' : 'main'} type="submit" form={id} disabled={busy}>
          {busy ? messages.quick[mode].busy : messages.quick[mode].action}
        </Button>
      </DialogFoot>
    </>
  );
}
