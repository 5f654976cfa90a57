// One export or import: sent with the API token of this browser, if there is one; a refusal may ask for a token first.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { entry } from '../../../api/entry.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { type Pref, usePref } from '../../../lib/prefs.ts';
import { transferFailure } from './failure.ts';
import { messages } from './messages.ts';
import { TokenPrompt } from './token-prompt.tsx';

const WRONG_PASSWORD = 'wrong_password';

/** An API token for these calls. It is forgotten with the tab, because it opens everything. */
const tokenPref: Pref<string> = {
  key: 'apiToken',
  fallback: '',
  parse: (text) => text,
  format: (token) => token,
  keep: 'session',
};

interface Transfer<V, R> {
  what: 'export' | 'import';
  check(values: V): Partial<FieldErrors>;
  send(values: V, headers: Record<string, string>): Promise<R>;
  onDone(reply: R): void;
}

interface Transferring<V, R> {
  start(values: V): void;
  sending: boolean;
  /** The answer, after a success. */
  reply: R | undefined;
  errors: FieldErrors;
  /** Why it failed, in words. */
  problem: string | undefined;
  typed(field: string): void;
  /** The question for an API token, or null. The caller renders it. */
  question: ReactNode;
}

export function useTransfer<V, R>({ what, check, send, onDone }: Transfer<V, R>): Transferring<V, R> {
  const who = useQuery(entry).data;
  const signInDisabled = who?.screen === 'app' && who.status?.disabled === true;
  const [token, setToken] = usePref(tokenPref);
  /** What is sent again with the token that the user enters. */
  const [waiting, setWaiting] = useState<{ values: V; problem?: string } | null>(null);
  const form = useSubmit({
    check: ({ values }: { values: V; token: string }) => check(values),
    async send({ values, token }) {
      try {
        return await send(values, token ? { 'X-API-Token': token } : {});
      } catch (error) {
        const { text, needsToken } = transferFailure(error, { what, withToken: token !== '', signInDisabled });
        if (needsToken) {
          setToken('');
          setWaiting({ values, ...(token && { problem: text }) });
        }
        throw error;
      }
    },
    onDone,
    errorsOf: ({ refusal }) =>
      refusal.code === WRONG_PASSWORD ? { passphrase: messages.passwordWrong } : refusal.details,
  });
  const isWrongPassword = form.failure instanceof ApiError && form.failure.refusal.code === WRONG_PASSWORD;
  const failure =
    form.failure && !isWrongPassword && transferFailure(form.failure, { what, withToken: false, signInDisabled });
  return {
    start(values) {
      const isFilledIn = Object.keys(check(values)).length === 0;
      // it would be refused
      if (isFilledIn && what === 'export' && signInDisabled && !token) setWaiting({ values });
      else form.submit({ values, token });
    },
    sending: form.sending,
    reply: form.reply,
    errors: form.errors,
    problem: waiting ? undefined : failure ? failure.text : undefined,
    typed: form.typed,
    question: waiting && (
      <TokenPrompt
        problem={waiting.problem}
        onClose={() => setWaiting(null)}
        onToken={(given) => {
          setToken(given);
          setWaiting(null);
          form.submit({ values: waiting.values, token: given });
        }}
      />
    ),
  };
}
