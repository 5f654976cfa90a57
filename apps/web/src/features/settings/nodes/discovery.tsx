// What a scan of the network found and is not watched yet.
import { formatAgo } from '@belfry/domain/format';
import type { NodeView } from '@belfry/schema/http/nodes';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { useState } from 'react';
import { discovery, nodes, scan } from '../../../api/nodes.ts';
import { useNow } from '../../../lib/now.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Kind } from './kinds.ts';
import { messages } from './messages.ts';

interface DiscoveryProps {
  kind: Kind;
  onConfigure(found: DiscoveredServer): void;
}

export function Discovery({ kind, onConfigure }: DiscoveryProps) {
  const { data } = useQuery(discovery);
  const watched = useQuery(nodes).data ?? [];
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  if (!data) return null;
  const found = data.servers.filter((server) => server.type === kind.type && !isWatched(server, watched));
  const busy = asked || data.scanning;
  const start = async () => {
    setAsked(true);
    try {
      await scan(queries);
      toast('info', messages.scanStarted, 2_000);
    } catch (error) {
      toast('error', `${messages.scanFailed}: ${error instanceof Error ? error.message : String(error)}`);
    }
    setAsked(false);
  };
  return (
    <section aria-labelledby="found">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="found" className="text-lg font-semibold">
          {messages.discovered}
        </h2>
        <span role="status" className="min-w-0 flex-1 text-sm text-mute">
          {data.scanning ? messages.scanning : <LastScan updated={data.updated} />}
        </span>
        <Button look="framed" disabled={busy} onClick={() => void start()}>
          <Radar size={14} className={busy ? 'animate-pulse' : ''} />
          {busy ? messages.refreshing : messages.refresh}
        </Button>
      </div>
      {data.errors.length > 0 && (
        <Problem tone="warn" className="mb-2">
          <p className="font-medium">{messages.issues}</p>
          <ul className="list-disc pl-4">
            {data.errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </Problem>
      )}
      {found.length === 0 && data.updated !== null && !data.scanning && (
        <p className="text-sm text-mute">{messages.nothingFound}</p>
      )}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {found.map((server) => (
          <li key={`${server.ip}:${server.port}`}>
            <Found server={server} onConfigure={() => onConfigure(server)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Found({
  server: { ip, port, hostname, version },
  onConfigure,
}: {
  server: DiscoveredServer;
  onConfigure(): void;
}) {
  return (
    <button type="button" onClick={onConfigure} className="card w-full border-dashed p-3 text-left hover:bg-hover">
      <span className="flex items-center gap-2">
        <b className="min-w-0 flex-1 truncate font-semibold">{hostname || ip}</b>
        <Chip>{messages.discoveredChip}</Chip>
      </span>
      <span className="block truncate font-mono text-xs text-soft">
        {ip}:{port}
      </span>
      <span className="mt-1 flex justify-between gap-2 text-sm text-mute">
        <span className="truncate">{version}</span>
        <span className="shrink-0 text-brand">{messages.configure}</span>
      </span>
    </button>
  );
}

function LastScan({ updated }: { updated: number | null }) {
  const now = useNow();
  return updated === null ? messages.neverScanned : messages.lastScan(formatAgo(updated * 1000, now));
}

/** By its address, or as a member of a watched cluster. */
export const isWatched = ({ ip, hostname, port }: DiscoveredServer, watched: readonly NodeView[]): boolean =>
  watched.some(({ host, clusterEndpoints = [] }) => {
    const url = URL.canParse(host) ? new URL(host) : undefined;
    const name = url?.hostname.replace(/^\[|\]$/g, '');
    const samePort = url === undefined || url.port === '' || Number(url.port) === port;
    return (samePort && (name === ip || name === hostname)) || clusterEndpoints.some(({ IP }) => IP === ip);
  });
