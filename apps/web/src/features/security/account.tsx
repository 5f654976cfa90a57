// The local account and the signed-in user, with buttons to change them.
import type { SecurityStatus } from '@belfry/schema/http/security';
import { KeyRound, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ChangePassword } from './change-password.tsx';
import { messages } from './messages.ts';
import { QuickSetup } from './quick-setup.tsx';
import { Ago } from './time.tsx';

export function Account({ status }: { status: SecurityStatus }) {
  const mayConfigure = useMay('configure');
  const [open, setOpen] = useState<'password' | 'rotate' | null>(null);
  const { username, role, method, authUsername, authLastModified } = status;
  const close = () => setOpen(null);
  return (
    <Card
      flush
      title={messages.account}
      actions={
        <>
          {authUsername && authUsername === username && (
            <Button look="framed" onClick={() => setOpen('password')}>
              <KeyRound size={14} /> {messages.changePassword}
            </Button>
          )}
          {mayConfigure && !status.disabled && (
            <Button look="framed" onClick={() => setOpen('rotate')}>
              <RotateCcw size={14} /> {messages.rotate}
            </Button>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-3 lg:grid-cols-5">
        <Fact name={messages.user}>{username || '–'}</Fact>
        <Fact name={messages.role}>{role ?? '–'}</Fact>
        <Fact name={messages.method}>{method ? messages.methods[method] : '–'}</Fact>
        <Fact name={messages.localAccount}>{authUsername || messages.noAccount}</Fact>
        {authLastModified && (
          <Fact name={messages.changedAt}>
            <Ago iso={authLastModified} />
          </Fact>
        )}
      </dl>
      {open === 'password' && <ChangePassword onClose={close} />}
      {open === 'rotate' && (
        <QuickSetup
          mode="rotate"
          username={authUsername || username || 'admin'}
          hasAccount={Boolean(authUsername)}
          onClose={close}
        />
      )}
    </Card>
  );
}
