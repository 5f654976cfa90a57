// The backup servers and mail gateways beside the hypervisors of a datacentre, and the storages that use them.
import type { Lab } from './datacentre.ts';
import { type BackupServer, startBackupServer } from './pbs/server.ts';
import { type Gateway, startMailGateway } from './pmg/gateway.ts';
import type { Cluster } from './world/cluster.ts';

/** They use the clock of the lab. */
export type NeighbourOptions = {
  backupServers?: number;
  mailGateways?: number;
  seed?: number;
  calm?: boolean;
  awkward?: boolean;
};
export type Neighbours = {
  backupServers: BackupServer[];
  mailGateways: Gateway[];
  stop(): Promise<void>;
};

const sites = ['main', 'offsite', 'cold'];
const nameOf = (what: string, nth: number) => `${what}-${sites[nth] ?? nth + 1}`;

/**
 * The first backup server contains the backups of all clusters, and their storages use it. The second gateway is a
 * cluster of two.
 */
export async function startNeighbours(lab: Lab, options: NeighbourOptions = {}): Promise<Neighbours> {
  const { backupServers = 0, mailGateways = 0, seed = 1, calm = false, awkward = false } = options;
  const guests = lab.clusters.reduce((sum, cluster) => sum + cluster.guests.size, 0);
  const snapshots = Math.min(Math.max(guests * 10, 300), 10_000);
  const servers = await Promise.all(
    Array.from({ length: backupServers }, (_, i) =>
      startBackupServer({
        name: nameOf('pbs', i),
        seed: seed + i,
        ...(i === 0 ? { clusters: lab.clusters } : { snapshots: Math.ceil(snapshots / (i + 1)) }),
        clock: lab.clock,
        calm,
        awkward,
      }),
    ),
  );
  const gateways = await Promise.all(
    Array.from({ length: mailGateways }, (_, i) =>
      startMailGateway({
        name: nameOf('mail', i),
        seed: seed + i,
        nodes: i + 1,
        backlog: i * 60,
        clock: lab.clock,
        calm,
      }),
    ),
  );
  const [first] = servers;
  if (first) pointStorages(lab.clusters, first);
  return {
    backupServers: servers,
    mailGateways: gateways,
    async stop() {
      await Promise.all([...servers, ...gateways].map((each) => each.stop()));
    },
  };
}

/** The clusters write their backups to that server. */
export function pointStorages(clusters: readonly Cluster[], { config }: BackupServer): void {
  const { host, fingerprint } = config();
  const server = new URL(host).hostname;
  for (const storage of clusters.flatMap((cluster) => cluster.storages))
    if (storage.type === 'pbs') storage.settings = { ...storage.settings, server, fingerprint };
}
