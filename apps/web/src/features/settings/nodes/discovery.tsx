// The hosts that a scan of the network found and that are not configured yet.
import type { NodeView } from '@belfry/schema/http/nodes';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { useQuery } from '@tanstack/react-query';
import { discovery, nodes } from '../../../api/nodes.ts';
import { system } from '../../../api/system.ts';
import { useNow } from '../../../lib/now.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { Kind } from './kinds.ts';
import { lastScan } from './last-scan.ts';
import { messages } from './messages.ts';

interface DiscoveryProps {
  kind: Kind;
  onConfigure(found: DiscoveredServer): void;
}

export function Discovery({ kind, onConfigure }: DiscoveryProps) {
  const isOn = useQuery(system).data?.discoveryEnabled ?? false;
  const { data } = useQuery(discovery);
  const watched = useQuery(nodes).data ?? [];
  if (!data || !isOn) return null;
  const found = data.servers.filter((server) => server.type === kind.type && !isWatched(server, watched));
  return (
    <section aria-labelledby="found">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id="found" className="text-lg font-semibold">
          {messages.discovered}
        </h2>
        <span role="status" className="text-sm text-mute">
          {data.scanning ? messages.scanning : <LastScan updated={data.updated} />}
        </span>
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
  return updated === null ? messages.neverScanned : messages.lastScan(lastScan(updated * 1000, now));
}

/** Found by its address, or as a member of a configured cluster. */
export const isWatched = ({ ip, hostname, port }: DiscoveredServer, watched: readonly NodeView[]): boolean =>
  watched.some(({ host, clusterEndpoints = [] }) => {
    const url = URL.canParse(host) ? new URL(host) : undefined;
    const name = url?.hostname.replace(/^\[|\]$/g, '');
    const samePort = url === undefined || url.port === '' || Number(url.port) === port;
    return (samePort && (name === ip || name === hostname)) || clusterEndpoints.some(({ IP }) => IP === ip);
  });
