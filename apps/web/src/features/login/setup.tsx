// The first run: a person who can read the log or the data directory may make the administrator.
import type { quickSetup } from '@belfry/schema/http/security';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { checkSetup, type SetupValues } from '../../lib/credentials.ts';
import { without } from '../../lib/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordModeChoice } from '../../ui/password-mode.tsx';
import { Problem } from '../../ui/problem.tsx';
import { CredentialList, type Credentials } from '../../ui/secret.tsx';
import { messages } from './messages.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const empty: SetupValues = { bootstrapToken: '', username: 'admin', mode: 'generate', password: '', confirm: '' };

export function Setup() {
  const [made, setMade] = useState<Credentials | null>(null);
  return made ? <Made credentials={made} /> : <SetupForm onMade={setMade} />;
}

function SetupForm({ onMade }: { onMade(credentials: Credentials): void }) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = checkSetup(values);
    setErrors(wrong);
    setProblem('');
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const { username, bootstrapToken, mode, password } = values;
      const body = { username, bootstrapToken, ...(mode === 'choose' && { password }) };
      const answer = await call<typeof quickSetup>('POST /api/security/quick-setup', { body });
      if (answer.credentials) onMade(answer.credentials);
      else setProblem(answer.message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, details, text } = error.refusal;
      // this refusal is about the field of the token
      setErrors(code === 'bootstrap_token_required' ? { bootstrapToken: text } : details);
      if (code !== 'bootstrap_token_required') setProblem(messages.setupFailed(text));
    } finally {
      setBusy(false);
    }
  };

  const field = (name: Exclude<keyof SetupValues, 'mode'>) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      setErrors(without(errors, name));
    },
  });

  return (
    <SignInFrame title={messages.setupTitle} subtitle={messages.setupSubtitle} wide>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {problem && <Problem>{problem}</Problem>}
        <TextField
          {...field('bootstrapToken')}
          label={messages.bootstrap}
          hint={errors.bootstrapToken ? undefined : messages.bootstrapHint}
          autoComplete="off"
          autoFocus
          spellCheck={false}
          mono
        />
        <TextField
          {...field('username')}
          label={messages.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium text-soft">{messages.passwordMode}</span>
          <PasswordModeChoice
            label={messages.passwordMode}
            value={values.mode}
            onChange={(mode) => setValues({ ...values, mode })}
          />
          {values.mode === 'generate' && <span className="text-sm text-mute">{messages.generateHint}</span>}
        </div>
        {values.mode === 'choose' && (
          <div className="grid gap-3 md:grid-cols-2">
            <TextField {...field('password')} label={messages.password} type="password" autoComplete="new-password" />
            <TextField {...field('confirm')} label={messages.confirm} type="password" autoComplete="new-password" />
          </div>
        )}
        <Button type="submit" look="main" disabled={busy} className="h-10!">
          {busy ? messages.settingUp : messages.setup}
        </Button>
      </form>
    </SignInFrame>
  );
}

function Made({ credentials }: { credentials: Credentials }) {
  return (
    <SignInFrame title={messages.doneTitle} subtitle={messages.doneHint} wide>
      <div className="flex flex-col gap-4">
        <Problem tone="warn">{credentials.password ? messages.generated : messages.configured}</Problem>
        <CredentialList {...credentials} />
        <Button look="main" className="h-10!" onClick={() => window.location.reload()}>
          {messages.done}
        </Button>
      </div>
    </SignInFrame>
  );
}
