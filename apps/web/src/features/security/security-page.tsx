// Who may come in, and by what.
import { useQuery } from '@tanstack/react-query';
import { entry } from '../../api/entry.ts';
import { Problem } from '../../ui/problem.tsx';
import { Account } from './account.tsx';
import { Audit } from './audit.tsx';
import { messages } from './messages.ts';
import { Posture } from './posture.tsx';
import { Sessions } from './sessions.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { Tokens } from './tokens.tsx';

export function SecurityPage() {
  const { data } = useQuery(entry);
  const status = data?.screen === 'app' ? data.status : null;
  if (!status) return <Problem tone="info">{data ? messages.unknown : messages.loading}</Problem>;
  return (
    <div className="flex flex-col gap-4">
      {status.disabled && (
        <Problem>
          <p className="font-semibold">{messages.disabledTitle}</p>
          {status.message}
        </Problem>
      )}
      {status.configuredButPendingRestart && <Problem tone="warn">{messages.pendingRestart}</Problem>}
      {status.hasProxyAuth && (
        <Problem tone="info">
          {messages.proxy(status.proxyAuthUsername)} {status.proxyAuthIsAdmin && messages.proxyAdmin}
        </Problem>
      )}
      <Posture status={status} />
      {!status.disabled && <Account status={status} />}
      {status.isAdmin ? <Tokens /> : <Problem tone="info">{messages.adminOnly}</Problem>}
      {!status.disabled && <Sessions />}
      {status.isAdmin && (
        <>
          <SingleSignOn />
          <Audit />
        </>
      )}
    </div>
  );
}
