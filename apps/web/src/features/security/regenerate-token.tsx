// Replaces the default API token. The new one is shown only once.
import type { regenerateToken } from '@belfry/schema/http/tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { tokens } from '../../api/security.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Switch } from '../../ui/switch.tsx';
import { messages } from './messages.ts';

export function RegenerateToken({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const [endOthers, setEndOthers] = useState(false);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call<typeof regenerateToken>('POST /api/security/regenerate-token', { body: { endOthers } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: tokens.queryKey }),
  });
  return (
    <Dialog title={messages.regenerateTitle} onClose={onClose} busy={isPending} careful={data !== undefined}>
      <DialogBody>
        {data ? (
          <>
            <Problem tone="warn" className="mb-3">
              {messages.tokenMade}
            </Problem>
            <Secret label={messages.defaultToken} value={data.token} autoFocus />
          </>
        ) : (
          <div className="flex flex-col gap-3">
            <p className="text-soft">{messages.regenerateText}</p>
            {error && <Problem>{messages.tokenFailed(error.message)}</Problem>}
            <Switch
              label={messages.endOthers}
              hint={messages.endOthersHint}
              checked={endOthers}
              onChange={setEndOthers}
            />
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        {data ? (
          <Button look="main" onClick={onClose}>
            {messages.done}
          </Button>
        ) : (
          <>
            <Button look="framed" onClick={onClose} disabled={isPending}>
              {messages.cancel}
            </Button>
            <Button look="danger" onClick={() => mutate()} disabled={isPending}>
              {isPending ? messages.creating : messages.regenerateAction}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  );
}
