// Sign-in with name and password, or by single sign-on.
import type { SecurityStatus } from '@belfry/schema/http/security';
import { useRef, useState } from 'react';
import { useSubmit } from '../../api/use-submit.ts';
import { signInResult } from '../../lib/sign-in-result.ts';
import { textFields } from '../../lib/text-fields.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { messages, singleSignOnError } from './messages.ts';
import { type LoginRefusal, loginRefusal } from './refusal.ts';
import { signIn } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

const empty = { username: '', password: '' };

interface LoginProps {
  status: SecurityStatus | null;
  /** Whether the user was signed in a moment ago. */
  ended: boolean;
}

export function Login({ status, ended }: LoginProps) {
  const [values, setValues] = useState(empty);
  const [refused, setRefused] = useState<LoginRefusal | null>(broughtBack);
  const first = useRef<HTMLInputElement>(null);

  const { submit, sending, reply, errors, typed } = useSubmit({
    check: missingOf,
    async send(given: typeof empty) {
      setRefused(null);
      await signIn(given);
      return true;
    },
    // a reload starts the socket, the queries and the theme for the user who signed in
    onDone: () => window.location.reload(),
    errorsOf(error) {
      const refusal = loginRefusal(error);
      setRefused(refusal);
      if (refusal.clear) setValues(empty);
      first.current?.focus();
      return {};
    },
  });
  const busy = sending || reply === true;

  const text = textFields({ values, errors, typed, set: (change) => setValues({ ...values, ...change }) });
  const field = (name: keyof typeof empty) => ({ name, label: messages[name], ...text(name) });

  return (
    <SignInFrame title={messages.title} subtitle={messages.subtitle}>
      <form
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit(values);
        }}
      >
        {refused ? <Refused {...refused} /> : ended && <Problem tone="info">{messages.ended}</Problem>}
        {status?.oidcEnabled && <SingleSignOn onError={(text) => setRefused({ text, locked: false, clear: false })} />}
        <TextField {...field('username')} ref={first} autoComplete="username" autoCapitalize="none" autoFocus />
        <TextField {...field('password')} type="password" autoComplete="current-password" />
        <Button type="submit" look="main" disabled={busy} className="mt-1 h-10!">
          {busy ? messages.submitting : messages.submit}
        </Button>
      </form>
    </SignInFrame>
  );
}

function Refused({ text, locked }: LoginRefusal) {
  return (
    <Problem tone={locked ? 'warn' : 'crit'}>
      <p>{text}</p>
      {locked && <p className="mt-1 text-soft">{messages.lockoutNote}</p>}
    </Problem>
  );
}

const missingOf = ({ username, password }: typeof empty): Partial<typeof empty> => ({
  ...(!username.trim() && { username: messages.required.username }),
  ...(!password && { password: messages.required.password }),
});

/** The reason in the address, when single sign-on failed and sent the browser back here. */
function broughtBack(): LoginRefusal | null {
  const result = signInResult();
  return result && !result.ok ? { text: singleSignOnError(result.code), locked: false, clear: false } : null;
}
