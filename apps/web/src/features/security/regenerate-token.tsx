import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { tokens } from '../../api/security.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Secret } from '../../ui/secret.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Switch } from '../../ui/switch.tsx';
import { messages } from './messages.ts';

export function RegenerateToken({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const [endOthers, setEndOthers] = useState(false);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call('POST /api/security/regenerate-token', { body: { endOthers } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: tokens.queryKey }),
  });
  return (
    <Dialog title={messages.regenerateTitle} onClose={onClose} busy={isPending} careful={data !== undefined}>
      {data ? (
        <ShownOnce text={messages.tokenMade} onDone={onClose}>
          <Secret label={messages.defaultToken} value={data.token} autoFocus />
        </ShownOnce>
      ) : (
        <DialogForm
          action={isPending ? messages.creating : messages.regenerateAction}
          look="danger"
          locked={isPending}
          onSubmit={() => mutate()}
          onCancel={onClose}
        >
          <p className="text-soft">{messages.regenerateText}</p>
          {error && <Problem>{messages.tokenFailed(error.message)}</Problem>}
          <Switch
            label={messages.endOthers}
            hint={messages.endOthersHint}
            checked={endOthers}
            onChange={setEndOthers}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}
