import { useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { type Submit, useSubmit } from '../../api/use-submit.ts';
import { browserZone } from '../../lib/browser-zone.ts';
import { setupToken } from '../../lib/setup-link.ts';
import { textFields } from '../../lib/text-fields.ts';
import { Button } from '../../ui/button.tsx';
import { checkSetup, type SetupValues } from '../../ui/credentials/check.ts';
import { CredentialList, type Credentials } from '../../ui/credentials/credential-list.tsx';
import { PasswordModeChoice } from '../../ui/credentials/password-mode.tsx';
import { TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { messages } from './messages.ts';
import { signIn } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const empty: SetupValues = { bootstrapToken: '', username: 'admin', mode: 'generate', password: '', confirm: '' };

export function Setup() {
  const form = useSubmit({
    check: checkSetup,
    send: setUp,
    errorsOf: ({ refusal: { code, details, text } }) =>
      // this refusal is about the field of the token
      code === NO_TOKEN ? { bootstrapToken: text } : details,
  });
  return form.reply ? <Made {...form.reply} /> : <SetupForm form={form} />;
}

const NO_TOKEN = 'bootstrap_token_required';

interface Done {
  credentials: Credentials;
  isSignedIn: boolean;
}

/** Makes the account and signs in with it. */
async function setUp({ username, bootstrapToken, mode, password }: SetupValues): Promise<Done> {
  const body = { username, bootstrapToken, timezone: browserZone(), ...(mode === 'choose' && { password }) };
  const { credentials, message } = await call('POST /api/security/quick-setup', { body });
  if (!credentials) throw new Error(message);
  // the account exists: whatever fails now, its credentials must be shown
  const login = { username: credentials.username, password: credentials.password ?? password };
  const isSignedIn = await signIn(login).then(
    () => true,
    () => false,
  );
  return { credentials, isSignedIn };
}

/** Undefined when the error is beside its field. */
function problemOf(failure: Error | null): string | undefined {
  if (!(failure instanceof ApiError)) return failure?.message;
  return failure.refusal.code === NO_TOKEN ? undefined : messages.setupFailed(failure.message);
}

function SetupForm({ form }: { form: Submit<SetupValues, Done> }) {
  const { submit, sending, errors, failure, typed } = form;
  const linked = setupToken();
  const [values, setValues] = useState({ ...empty, bootstrapToken: linked });
  const problem = problemOf(failure);

  const text = textFields({ values, errors, typed, set: (change) => setValues({ ...values, ...change }) });
  const field = (name: Exclude<keyof SetupValues, 'mode'>) => ({ name, ...text(name) });

  return (
    <SignInFrame title={messages.setupTitle} subtitle={messages.setupSubtitle} wide>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit(values);
        }}
      >
        {problem && <Problem>{problem}</Problem>}
        <TextField
          {...field('bootstrapToken')}
          label={messages.bootstrap}
          hint={errors.bootstrapToken ? undefined : linked ? messages.bootstrapLinked : messages.bootstrapHint}
          autoComplete="off"
          autoFocus={!linked}
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
        <Button type="submit" look="main" disabled={sending} className="h-10!">
          {sending ? messages.settingUp : messages.setup}
        </Button>
      </form>
    </SignInFrame>
  );
}

function Made({ credentials, isSignedIn }: Done) {
  return (
    <SignInFrame title={messages.doneTitle} subtitle={isSignedIn ? messages.doneSignedIn : messages.doneHint} wide>
      <div className="flex flex-col gap-4">
        <Problem tone="warn">{credentials.password ? messages.generated : messages.configured}</Problem>
        <CredentialList {...credentials} />
        <Button look="main" className="h-10!" onClick={() => window.location.reload()}>
          {isSignedIn ? messages.open : messages.done}
        </Button>
      </div>
    </SignInFrame>
  );
}
