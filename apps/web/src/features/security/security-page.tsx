// The page of users, sign-in methods, sessions and tokens.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entry } from '../../api/entry.ts';
import { version } from '../../api/monitoring.ts';
import { demo } from '../../api/system.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Account } from './account.tsx';
import { Audit } from './audit.tsx';
import { messages } from './messages.ts';
import { Posture } from './posture.tsx';
import { QuickSetup } from './quick-setup.tsx';
import { Sessions } from './sessions.tsx';
import { SignIns } from './sign-ins/sign-ins.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { Tokens } from './tokens.tsx';
import { ViewLinks } from './view-links.tsx';

export function SecurityPage() {
  const { data } = useQuery(entry);
  const mayConfigure = useMay('configure');
  const status = data?.screen === 'app' ? data.status : null;
  const isDemo = useQuery(demo).data ?? true;
  if (!status) return <Problem tone="info">{data ? messages.unknown : messages.loading}</Problem>;
  // without a sign-in, a demo refuses what describes its machine and its visitors
  const hides = isDemo && status.disabled;
  return (
    <div className="flex flex-col gap-4">
      {status.disabled && (
        <Problem>
          <p className="font-semibold">{messages.disabledTitle}</p>
          {messages.disabledText}
          {mayConfigure && !status.configuredButPendingRestart && <FirstSetup />}
        </Problem>
      )}
      {status.configuredButPendingRestart && <PendingRestart />}
      {status.hasProxyAuth && (
        <Problem tone="info">
          {messages.proxy(status.proxyAuthUsername)} {status.proxyAuthIsAdmin && messages.proxyAdmin}
        </Problem>
      )}
      <Posture status={status} />
      {!status.disabled && <Account status={status} />}
      {!mayConfigure && <Problem tone="info">{messages.adminOnly}</Problem>}
      {mayConfigure && hides && <Problem tone="info">{messages.demoHides}</Problem>}
      {mayConfigure && !hides && <Tokens />}
      {!status.disabled && <Sessions />}
      {mayConfigure && <ViewLinks />}
      {mayConfigure && !hides && (
        <>
          <SingleSignOn />
          <SignIns />
          <Audit />
        </>
      )}
    </div>
  );
}

function FirstSetup() {
  const isDemo = useQuery(demo).data ?? true;
  const [open, setOpen] = useState(false);
  if (isDemo) return null;
  return (
    <>
      <Button look="framed" className="mt-2 flex!" onClick={() => setOpen(true)}>
        {messages.setUp}
      </Button>
      {open && <QuickSetup mode="initial" username="admin" onClose={() => setOpen(false)} />}
    </>
  );
}

function PendingRestart() {
  const deployment = useQuery(version).data?.deploymentType ?? '';
  const { other, ...known } = messages.restart;
  return (
    <Problem tone="warn">
      <p className="font-semibold">{messages.pendingRestart}</p>
      {Object.entries(known).find(([type]) => type === deployment)?.[1] ?? other}
    </Problem>
  );
}
