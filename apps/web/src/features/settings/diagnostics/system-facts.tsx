// This server in figures, and the errors of its own program.
import type { Defect, DiagnosticsReply } from '@belfry/schema/http/diagnostics';
import { useQuery } from '@tanstack/react-query';
import { version } from '../../../api/monitoring.ts';
import { formatAgo, formatCount } from '../../../lib/language/format.ts';
import { useNow } from '../../../lib/now.ts';
import { useConnection } from '../../../live/use-live.ts';
import { Card } from '../../../ui/card.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { messages } from './messages.ts';

export function SystemFacts({ reply }: { reply: DiagnosticsReply | undefined }) {
  const running = useQuery(version).data;
  const isConnected = useConnection().state === 'connected';
  const system = reply?.system;
  return (
    <Card title={messages.system}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
        <Fact name={messages.version}>{reply?.version ?? running?.version}</Fact>
        <Fact name={messages.runtime}>{reply?.runtime ?? running?.runtime}</Fact>
        <Fact name={messages.realtime}>
          <span className="inline-flex items-center gap-2">
            <Dot state={isConnected ? 'ok' : 'crit'} label="" />
            {isConnected ? messages.connected : messages.notConnected}
          </span>
        </Fact>
        {reply && system && (
          <>
            <Fact name={messages.uptime}>{messages.minutes(Math.floor(reply.uptime / 60))}</Fact>
            <Fact name={messages.memory}>{messages.megabytes(system.memoryMB)}</Fact>
            <Fact name={messages.platform}>
              {system.os} {system.arch}
            </Fact>
            <Fact name={messages.cpus}>{formatCount(system.numCPU)}</Fact>
          </>
        )}
      </dl>
    </Card>
  );
}

export function Defects({ defects }: { defects: readonly Defect[] }) {
  const now = useNow();
  if (defects.length === 0) return null;
  return (
    <Card title={messages.defects}>
      <ul className="flex flex-col gap-2">
        {defects.map(({ where, message, count, first, last }) => (
          <li key={`${where} ${first}`} className="min-w-0">
            <span className="font-medium">{where}</span>{' '}
            <span className="text-sm text-mute">{messages.times(count, formatAgo(Date.parse(last), now))}</span>
            {message && <p className="font-mono text-xs break-words text-soft">{message}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
