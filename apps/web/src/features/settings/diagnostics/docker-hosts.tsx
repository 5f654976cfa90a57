// The Docker hosts as their agents reported them.
import type { DiagnosticsReply } from '@belfry/schema/http/diagnostics';
import { formatAgo } from '../../../lib/language/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { messages } from './messages.ts';

export function DockerHosts({ hosts }: { hosts: DiagnosticsReply['dockerHosts'] }) {
  const now = useNow();
  if (hosts.length === 0) return null;
  return (
    <Card title={messages.docker}>
      <ul className="flex flex-col gap-2">
        {hosts.map(({ id, name, status, lastSeen, agentVersion, agentOutdated, containers, clockAheadSeconds }) => (
          <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3">
            <Dot state={status === 'online' ? 'ok' : 'crit'} label={status} />
            <span className="min-w-0 truncate font-medium">{name}</span>
            <span className="text-sm text-mute">
              {[
                messages.containers(containers),
                messages.lastReport(formatAgo(lastSeen, now)),
                ...(agentVersion === undefined ? [] : [messages.agent(agentVersion)]),
              ].join(' · ')}
            </span>
            {agentOutdated && <span className="text-sm text-warn">{messages.outdated}</span>}
            {clockAheadSeconds !== undefined && (
              <span className="text-sm text-warn">{messages.clock(clockAheadSeconds)}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
