// The figures of a guest or a node from before it was lost, marked with their time.
import type { LastKnownGuest } from '@belfry/schema/entities/guest';
import type { LastKnownNode } from '@belfry/schema/entities/node';
import { formatAgo, formatShare, formatUptime, wholePercent } from '../../lib/language/format.ts';
import { timeOfDay } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { type Fact, Facts, Panel } from '../../ui/detail.tsx';
import { statusText } from '../../ui/status-text.ts';
import { messages } from './messages.ts';

interface LastSeenProps {
  last: LastKnownNode | LastKnownGuest;
  /** Of a guest. */
  cpus?: number;
}

export function LastSeen({ last, cpus }: LastSeenProps) {
  const now = useNow();
  const { at, uptime, cpu, memory, disk } = last;
  const share = (percent: number, text: string) => `${messages.percent(String(wholePercent(percent)))} · ${text}`;
  const runs = uptime > 0;
  const facts: Fact[] = [
    ...('status' in last ? [[messages.state, statusText(last.status)] as const] : []),
    ...(runs
      ? [
          [messages.up, formatUptime(uptime)] as const,
          [
            messages.cpu,
            `${messages.percent(String(wholePercent(cpu * 100)))}${cpus === undefined ? '' : ` · ${messages.cores(cpus)}`}`,
          ] as const,
          [messages.memory, share(memory.usage, formatShare(memory.used, memory.total))] as const,
        ]
      : []),
    ...(disk && disk.total > 0
      ? [[messages.disk, share(disk.usage, formatShare(disk.used, disk.total))] as const]
      : []),
    ...('ipAddresses' in last && last.ipAddresses?.length
      ? [[messages.addresses, last.ipAddresses.join(', ')] as const]
      : []),
  ];
  return (
    <Panel title={messages.lastSeen(timeOfDay(Date.parse(at)), formatAgo(Date.parse(at), now))}>
      <div className="text-soft">
        <Facts facts={facts} />
      </div>
    </Panel>
  );
}
