// The button that opens the identity provider.
import type { startOidc } from '@belfry/schema/http/oidc';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

export function SingleSignOn({ onError }: { onError(text: string): void }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { pathname, search } = window.location;
      const body = { returnTo: pathname + search };
      const { authorizationUrl } = await call<typeof startOidc>('POST /api/oidc/login', { body });
      window.location.assign(authorizationUrl);
    } catch {
      onError(messages.ssoFailed);
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="framed" disabled={busy} className="h-10!" onClick={() => void start()}>
        <KeyRound size={14} /> {busy ? messages.redirecting : messages.sso}
      </Button>
      <div className="flex items-center gap-3 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {messages.or}
      </div>
      <p className="text-center text-sm text-soft">{messages.ssoHint}</p>
    </>
  );
}
