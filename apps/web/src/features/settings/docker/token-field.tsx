// The token of the install command: typed and tested, or made here with only the right to report.
import type { createToken, validateToken } from '@belfry/schema/http/tokens';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../api/client.ts';
import { tokens } from '../../../api/security.ts';
import { tokenFits } from '../../../lib/docker-install.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

type Said = { tone: 'ok' | 'warn' | 'crit'; text: string };

interface TokenFieldProps {
  token: string;
  /** The name of a token that is made here. */
  purpose: string;
  onToken(token: string): void;
}

export function TokenField({ token, purpose, onToken }: TokenFieldProps) {
  const mayConfigure = useMay('configure');
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'testing' | 'making' | null>(null);
  const [said, say] = useState<Said | null>(null);
  const given = token.trim();

  const attempt = async (
    what: 'testing' | 'making',
    work: () => Promise<Said>,
    failure: (error: ApiError) => string,
  ) => {
    setBusy(what);
    say(null);
    try {
      say(await work());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say({ tone: 'crit', text: failure(error) });
    } finally {
      setBusy(null);
    }
  };
  const test = () =>
    attempt(
      'testing',
      async () => {
        const body = { token: given };
        const { valid } = await call<typeof validateToken>('POST /api/security/validate-token', { body });
        return valid ? { tone: 'ok', text: messages.valid } : { tone: 'crit', text: messages.invalid };
      },
      ({ status }) => messages.testFailure(status),
    );
  const make = () =>
    attempt(
      'making',
      async () => {
        const name = messages.tokenName(purpose, new Date().toISOString().slice(0, 19).replace('T', ' '));
        const body = { name, scope: 'report' } as const;
        const made = await call<typeof createToken>('POST /api/security/tokens', { body });
        void queries.invalidateQueries({ queryKey: tokens.queryKey });
        onToken(made.token);
        return { tone: 'warn', text: messages.made };
      },
      ({ message }) => messages.makeFailed(message),
    );

  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={messages.token}
          className="min-w-60 flex-1"
          mono
          autoComplete="off"
          spellCheck={false}
          value={token}
          error={given !== '' && !tokenFits(given) ? messages.unfit : undefined}
          onChange={(event) => {
            onToken(event.currentTarget.value);
            say(null);
          }}
        />
        {mayConfigure && (
          <div className="flex gap-2">
            <Button look="framed" className="h-9" disabled={given === '' || busy !== null} onClick={() => void test()}>
              {busy === 'testing' ? messages.testing : messages.test}
            </Button>
            <Button look="main" className="h-9" disabled={busy !== null} onClick={() => void make()}>
              {busy === 'making' ? messages.making : messages.make}
            </Button>
          </div>
        )}
      </div>
      {said ? (
        <Problem tone={said.tone}>{said.text}</Problem>
      ) : (
        <p className="text-sm text-mute">{messages.tokenHint}</p>
      )}
    </>
  );
}
