// The members of a cluster, and that any of them will do.
import type { ClusterEndpoint } from '@belfry/schema/http/nodes';
import { Dot } from '../../../ui/dot.tsx';
import { messages } from './messages.ts';

export function ClusterMembers({ name, members }: { name: string; members: readonly ClusterEndpoint[] }) {
  return (
    <div className="-mx-3.5 -mb-3.5 border-t border-line-soft bg-raise/60 px-3.5 py-2.5 text-sm">
      <p className="font-medium text-soft">{messages.cluster(name, members.length)}</p>
      <ul className="mt-1.5 grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {members.map(({ NodeID, NodeName, IP, Online }) => (
          <li key={NodeID || NodeName} className="flex min-w-0 items-center gap-2">
            <Dot state={Online ? 'ok' : 'crit'} label={Online ? messages.online : messages.offline} />
            <span className="truncate">{NodeName}</span>
            <span className="ml-auto shrink-0 font-mono text-xs text-mute">{IP}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs text-mute">{messages.failover}</p>
    </div>
  );
}
