// Every configured host: whether it answers, what cannot be read there and which privilege is missing, and its disks.

import { kinds, plainTypes } from '@belfry/schema/config/kinds';
import type { DiskStatusReason } from '@belfry/schema/entities/guest';
import type { DiagnosticsReply, HostDiagnosis, NodeDiagnosis } from '@belfry/schema/http/diagnostics';
import type { ReactNode } from 'react';
import { diskReason } from '../../../lib/disk-reason.ts';
import { formatAgo } from '../../../lib/language/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { GapList } from '../../../ui/gap-list.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

export function Connections({ reply }: { reply: DiagnosticsReply }) {
  const others = plainTypes.flatMap((type) => reply[type]);
  const hosts: readonly HostDiagnosis[] = [...reply.nodes, ...others];
  const connected = hosts.filter((host) => host.connected).length;
  return (
    <Card title={messages.connections} hint={messages.connectionsOf(connected, hosts.length)} flush>
      {hosts.length === 0 && <p className="px-4 py-3 text-mute">{messages.noHosts}</p>}
      <ul className="divide-y divide-line-soft">
        {reply.nodes.map((host) => (
          <Host key={host.id} host={host}>
            <VmDisks check={host.vmDiskCheck} />
            <Disks check={host.physicalDisks} />
          </Host>
        ))}
        {others.map((host) => (
          <Host key={host.id} host={host} />
        ))}
      </ul>
    </Card>
  );
}

function Host({ host, children }: { host: HostDiagnosis; children?: ReactNode }) {
  const now = useNow();
  const { name, type, connected, error, gaps, droppedItems } = host;
  // the list shows a part with its reason, and both are in the answer of an administrator
  const shown = gaps.map(({ part = '', message = '', ...gap }) => ({ ...gap, part, message }));
  return (
    <li aria-label={name} className="flex min-w-0 flex-col gap-2 px-4 py-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Dot state={connected ? 'ok' : 'crit'} label={connected ? messages.answers : messages.silent} />
        <h3 className="min-w-0 truncate font-semibold">{name}</h3>
        <Chip>{kinds[type].short}</Chip>
        <span className="min-w-0 font-mono text-xs break-all text-mute">{host.host}</span>
        <span className="text-sm text-mute">{factsOf(host, now).join(' · ')}</span>
      </div>
      {error && <Problem tone={connected ? 'warn' : 'crit'}>{error}</Problem>}
      {shown.length > 0 ? (
        <Section title={messages.gaps}>
          <GapList gaps={shown} />
        </Section>
      ) : (
        connected && <p className="text-sm text-soft">{messages.everythingRead}</p>
      )}
      {droppedItems > 0 && <p className="text-sm text-warn">{messages.dropped(droppedItems)}</p>}
      {children}
    </li>
  );
}

function factsOf({ authMethod, latency, lastPoll, details }: HostDiagnosis, now: number): string[] {
  const { version, node_count, datastore_count } = details;
  return [
    messages.auth[authMethod],
    ...(version ? [messages.productVersion(version)] : []),
    ...(node_count === undefined ? [] : [messages.nodes(node_count)]),
    ...(datastore_count === undefined ? [] : [messages.datastores(datastore_count)]),
    ...(latency === undefined ? [] : [messages.latency(latency)]),
    ...(lastPoll ? [messages.lastPoll(formatAgo(Date.parse(lastPoll), now))] : []),
  ];
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-x-4 gap-y-1 text-sm md:grid-cols-[13rem_1fr]">
      <h4 className="text-mute">{title}</h4>
      <div className="flex min-w-0 flex-col gap-1">{children}</div>
    </section>
  );
}

function VmDisks({ check }: { check: NodeDiagnosis['vmDiskCheck'] }) {
  const { vmsFound, vmsWithAgent, vmsWithDiskData, problematicVMs } = check;
  const byReason = Map.groupBy(problematicVMs, ({ issue }) => issue);
  return (
    <Section title={messages.vmDisks}>
      <p>
        {vmsFound === 0
          ? messages.noVms
          : `${messages.vmDisksOf(vmsWithDiskData, vmsFound)} · ${messages.vmAgents(vmsWithAgent)}`}
      </p>
      {[...byReason].map(([issue, vms]) => (
        <details key={issue} className="min-w-0">
          <summary className="cursor-pointer">
            {messages.affected(vms.length)}: {reasonOf(issue)}
          </summary>
          <p className="pl-4 break-words text-soft">{vms.map(({ vmid, name }) => `${name} (${vmid})`).join(', ')}</p>
        </details>
      ))}
    </Section>
  );
}

/** Why the disk usage is unknown, and what to do about it. An unknown reason has a text too. */
const reasonOf = (issue: string): string =>
  diskReason({ type: 'qemu', diskStatusReason: issue as DiskStatusReason }).text;

function Disks({ check }: { check: NodeDiagnosis['physicalDisks'] }) {
  const { enabled, nodesChecked, nodesWithDisks, totalDisks, nodeResults } = check;
  const without = nodeResults.filter(({ diskCount }) => diskCount === 0);
  return (
    <Section title={messages.disks}>
      <p>{enabled ? messages.disksOf(totalDisks, nodesWithDisks, nodesChecked) : messages.disksOff}</p>
      {enabled && without.map(({ nodeName }) => <p key={nodeName}>{messages.noDisks(nodeName)}</p>)}
    </Section>
  );
}
