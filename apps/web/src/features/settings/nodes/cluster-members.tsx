// The members of a cluster, and which of them Belfry calls when another one does not answer.
import type { Instance } from '@belfry/schema/entities/instance';
import type { ClusterEndpoint } from '@belfry/schema/http/nodes';
import { serverWords } from '../../../lib/language/server-words.ts';
import { Dot } from '../../../ui/dot.tsx';
import { healthOfMember } from './health.ts';
import { messages } from './messages.ts';

interface ClusterMembersProps {
  name: string;
  members: readonly ClusterEndpoint[];
  live: Instance | undefined;
}

export function ClusterMembers({ name, members, live }: ClusterMembersProps) {
  const endpoints = live?.endpoints ?? [];
  const unproven = endpoints.flatMap(({ unproven, sentence }) =>
    unproven === undefined ? [] : serverWords(sentence, unproven),
  );
  return (
    <div className="-mx-3.5 mt-auto -mb-3.5 border-t border-line-soft bg-raise/60 px-3.5 py-2.5 text-sm">
      <p className="font-medium text-soft">{messages.cluster(name, members.length)}</p>
      <ul className="mt-1.5 grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {members.map((member) => (
          <li key={member.NodeID || member.NodeName} className="flex min-w-0 items-center gap-2">
            <Dot {...healthOfMember(member, live)} />
            <span className="truncate">{member.NodeName}</span>
            <span className="ml-auto shrink-0 font-mono text-xs text-mute">{member.IP}</span>
          </li>
        ))}
      </ul>
      {endpoints.some(({ unproven }, i) => i > 0 && unproven === undefined) && (
        <p className="mt-1.5 text-xs text-mute">{messages.failover}</p>
      )}
      {unproven.map((reason) => (
        <p key={reason} className="mt-1.5 text-xs break-words text-warn">
          {reason}
        </p>
      ))}
    </div>
  );
}
