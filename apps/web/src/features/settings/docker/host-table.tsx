// The hosts that report, with a button to remove each.

import { containerRunning } from '@belfry/domain/docker';
import { dockerHostStatus } from '@belfry/domain/status';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { Container } from 'lucide-react';
import { useState } from 'react';
import { formatAgo, NONE } from '../../../lib/language/format.ts';
import { useMay } from '../../../lib/may.ts';
import { momentOf } from '../../../lib/moment.ts';
import { useNow } from '../../../lib/now.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { AgentVersion } from '../../../ui/agents/agent-version.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { statusText } from '../../../ui/status-text.ts';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { messages } from './messages.ts';
import { RemoveHost } from './remove-host.tsx';

export function HostTable({ hosts }: { hosts: readonly DockerHost[] }) {
  const mayConfigure = useMay('configure');
  const [removing, setRemoving] = useState<DockerHost | null>(null);
  if (hosts.length === 0)
    return (
      <div className="card">
        <Notice icon={<Container />} title={messages.none}>
          <p>{messages.noneHint}</p>
        </Notice>
      </div>
    );
  const sorted = [...hosts].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en', { numeric: true }));
  return (
    <div className="card">
      <ShortTable
        label={messages.hosts}
        walked
        rows={sorted}
        columns={columns}
        keyOf={({ id }) => id}
        {...(mayConfigure && {
          action: (host: DockerHost) => (
            <Button aria-label={`${messages.remove} ${host.displayName}`} onClick={() => setRemoving(host)}>
              {messages.remove}
            </Button>
          ),
        })}
      />
      {removing && <RemoveHost host={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

const columns: readonly TextColumn<DockerHost>[] = [
  {
    head: () => messages.host,
    cell: ({ id, displayName, hostname }) => (
      <span className="block min-w-28">
        <span className="flex items-center gap-2">
          <b className="font-medium wrap-anywhere">
            <bdi>{displayName}</bdi>
          </b>
          <PageLink href={pageAddress('docker/hosts', id)} name={displayName} />
        </span>
        {hostname !== displayName && <span className="block text-sm break-all text-mute">{hostname}</span>}
      </span>
    ),
  },
  {
    head: () => messages.system,
    cell: ({ os, architecture }) => (
      <span className="block min-w-40 text-sm">
        {os ?? NONE}
        {architecture && <span className="text-mute [font-variant-ligatures:none]"> {architecture}</span>}
      </span>
    ),
  },
  {
    head: () => messages.status,
    cell: (host) => (
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <Dot state={dockerHostStatus(host).tone} label="" />
        {statusText(dockerHostStatus(host).label)}
      </span>
    ),
  },
  {
    head: () => messages.containers,
    cell: (host) => (
      <span className="tabular-nums">
        {host.containers.filter((container) => containerRunning(container, host)).length}
        <span className="text-mute">/{host.containers.length}</span>
      </span>
    ),
  },
  {
    head: () => messages.engine,
    cell: ({ dockerVersion }) => <span>{dockerVersion ?? NONE}</span>,
  },
  {
    head: () => messages.agent,
    cell: ({ agentVersion, agentOutdated }) => (
      <span>
        {agentVersion === undefined ? NONE : <AgentVersion version={agentVersion} />}{' '}
        {agentOutdated && <span className="text-sm text-warn">{messages.outdated}</span>}
      </span>
    ),
  },
  {
    head: () => messages.interval,
    cell: ({ intervalSeconds }) => (
      <span className="whitespace-nowrap tabular-nums">{messages.seconds(intervalSeconds)}</span>
    ),
  },
  { head: () => messages.lastSeen, cell: ({ lastSeen }) => <LastSeen at={lastSeen} /> },
];

function LastSeen({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap tabular-nums" {...hint(momentOf(at))}>
      {formatAgo(at, useNow())}
    </time>
  );
}
