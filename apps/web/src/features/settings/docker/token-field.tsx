import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../api/client.ts';
import { tokens } from '../../../api/security.ts';
import { NO_TOKEN, tokenFits } from '../../../lib/docker-install.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

/** What is typed, and the token for commands: none while what is typed cannot be one. `open`: reports need no token. */
export function useTypedToken(open: boolean) {
  const [typed, setTyped] = useState('');
  const trimmed = typed.trim();
  return { typed, setTyped, token: open ? NO_TOKEN : tokenFits(trimmed) ? trimmed : undefined };
}

interface TokenFieldProps {
  token: string;
  /** The name of a token that is made here. */
  purpose: string;
  onToken(token: string): void;
}

export function TokenField({ token, purpose, onToken }: TokenFieldProps) {
  const mayConfigure = useMay('configure');
  const queries = useQueryClient();
  const value = token.trim();
  const test = useMutation({
    mutationFn: () => call('POST /api/security/validate-token', { body: { token: value } }),
  });
  const make = useMutation({
    mutationFn() {
      const name = messages.tokenName(purpose, new Date().toISOString().slice(0, 19).replace('T', ' '));
      return call('POST /api/security/tokens', { body: { name, scope: 'report' } });
    },
    onSuccess(made) {
      void queries.invalidateQueries({ queryKey: tokens.queryKey });
      onToken(made.token);
    },
  });
  const busy = test.isPending || make.isPending;
  const forget = () => {
    test.reset();
    make.reset();
  };
  const start = (action: typeof test | typeof make) => {
    forget();
    action.mutate();
  };

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
          error={value !== '' && !tokenFits(value) ? messages.unfit : undefined}
          onChange={(event) => {
            onToken(event.currentTarget.value);
            forget();
          }}
        />
        {mayConfigure && (
          <div className="flex gap-2">
            <Button look="framed" className="h-9" disabled={value === '' || busy} onClick={() => start(test)}>
              {test.isPending ? messages.testing : messages.test}
            </Button>
            <Button look="main" className="h-9" disabled={busy} onClick={() => start(make)}>
              {make.isPending ? messages.making : messages.make}
            </Button>
          </div>
        )}
      </div>
      {test.error && <Problem>{messages.testFailure(statusOf(test.error))}</Problem>}
      {test.data && (
        <Problem tone={test.data.valid ? 'ok' : 'crit'}>{messages[test.data.valid ? 'valid' : 'invalid']}</Problem>
      )}
      {make.error && <Problem>{messages.makeFailed(make.error.message)}</Problem>}
      {make.data && <Problem tone="warn">{messages.made}</Problem>}
      {test.isIdle && make.isIdle && <p className="text-sm text-mute">{messages.tokenHint}</p>}
    </>
  );
}

const statusOf = (error: Error): number => (error instanceof ApiError ? error.status : 0);
