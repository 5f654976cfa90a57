import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { call } from '../../api/client.ts';
import { ownPath } from '../../lib/base.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

export function SingleSignOn({ onError }: { onError(text: string): void }) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn() {
      return call('POST /api/oidc/login', { body: { returnTo: ownPath() + window.location.search } });
    },
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
    onError: () => onError(messages.ssoFailed),
  });
  const busy = isPending || isSuccess;
  return (
    <>
      <Button look="framed" disabled={busy} className="h-10!" onClick={() => mutate()}>
        <KeyRound size={14} /> {busy ? messages.redirecting : messages.sso}
      </Button>
      <div className="flex items-center gap-3 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {messages.or}
      </div>
      <p className="text-center text-sm text-soft">{messages.ssoHint}</p>
    </>
  );
}
