// A simulated Proxmox Backup Server: an HTTPS server, and the actions of an operator.
import { type Appliance, openAppliance } from '../appliance.ts';
import { createTicketAccess } from '../ticket-access.ts';
import { historyOf } from '../world/backup-history.ts';
import type { Cluster } from '../world/cluster.ts';
import { type BackupSnapshot, changed, type Group, type Store } from '../world/datastore.ts';
import { type Edits, editRow, type Row } from '../world/settings.ts';
import { handlePbs } from './api.ts';
import { createJobs, type Jobs, stopSome, succeed } from './job.ts';
import { pastFailures } from './past-failures.ts';
import { calmStore, createStores, storesBeside } from './store.ts';
import type { PastTask } from './task-log.ts';

export type PbsRelease = 2.4 | 3.2 | 4.1;
/** `snapshots` is the approximate total in all datastores. `clock` in milliseconds. */
export type BackupServerOptions = {
  name?: string;
  snapshots?: number;
  /** These clusters write their backups to `main`, each to its own namespace. `main` then has no other namespaces. */
  clusters?: Cluster[];
  seed?: number;
  release?: PbsRelease;
  port?: number;
  clock?: () => number;
  authDelayMs?: number;
  /** The account with a password also needs a second factor. */
  secondFactor?: true;
  /** Nothing is wrong with it. */
  calm?: boolean;
  /** By chance, its jobs have not run for weeks. */
  awkward?: boolean;
};

/** What a token may see: everything, everything except remotes, only datastores, one namespace, or nothing. */
export type TokenRole = 'audit' | 'local' | 'datastores' | 'namespace' | 'none';
/**
 * `fingerprint` of its certificate (SHA-256) is known after the server listens. `calls` so far. `isDaemonDown`: the web
 * server answers, but the service that checks passwords does not.
 */
export type World = {
  name: string;
  release: PbsRelease;
  stores: Store[];
  jobs: Jobs;
  /** By name: the other servers whose addresses are known. */
  remotes: Map<string, { host: string; port: number; fingerprint: string }>;
  clusters?: Cluster[];
  tasks: PastTask[];
  calls: number;
  bootedAt: number;
  seed: number;
  isDaemonDown?: boolean;
  /** Nothing of its machine is wrong. */
  isCalm?: boolean;
  /** The files of the logs of all tasks are gone. */
  lostLogs?: boolean;
  fingerprint?: string;
  /** What an operator has changed in the configurations. */
  edits: Edits;
  /** Privileges that its accounts have no more. */
  lacks: Set<string>;
};
type Config = {
  type: 'pbs';
  name: string;
  host: string;
  user: string;
  password: string;
  tokenName: string;
  tokenValue: string;
  fingerprint: string;
  verifySSL: false;
};

export type BackupServer = Omit<Appliance, 'fault' | 'heal' | 'faultOf' | 'nodes'> & {
  world: World;
  /** Its configuration in the product, with a token of that role. */
  config(role?: TokenRole): Config;
  fault(fault: Parameters<Appliance['fault']>[1]): Promise<void>;
  heal(): Promise<void>;
  /** The groups of a namespace. A test may change them. */
  groups(store: string, namespace?: string): Group[];
  /** Adds a backup to an existing group. Without a size it is running. */
  backUp(group: Group, given?: Partial<BackupSnapshot>): BackupSnapshot;
  /** Changes a row of a configuration, or an object with an empty name; null removes. `task`: by one of this type and user. */
  editSettings(call: string, row: string, fields: Row | null, task?: { type: string; user: string }): void;
  /** Verifies a whole datastore. The verification finds no damage. */
  verify(store: string): void;
};

const account = { user: 'belfry@pbs', password: 'lab-password' };
const roles: readonly TokenRole[] = ['audit', 'local', 'datastores', 'namespace', 'none'];
const tokenName = (role: TokenRole) => `belfry@pbs!${role}`;
const secrets: Record<TokenRole, string> = {
  audit: '6c1f2c9e-0d2a-4c0b-9a53-1ab000000002',
  datastores: '6c1f2c9e-0d2a-4c0b-9a53-1ab000000003',
  none: '6c1f2c9e-0d2a-4c0b-9a53-1ab000000004',
  local: '6c1f2c9e-0d2a-4c0b-9a53-1ab000000005',
  namespace: '6c1f2c9e-0d2a-4c0b-9a53-1ab000000006',
};

export async function startBackupServer(options: BackupServerOptions = {}): Promise<BackupServer> {
  const { name = 'pbs-main', snapshots = 3000, clusters, seed = 1, release = 4.1, clock = Date.now } = options;
  const now = () => Math.floor(clock() / 1000);
  // Removable datastores exist since 3.3.
  const all = clusters ? storesBeside(storeOf(clusters), seed, now()) : createStores(seed, snapshots, now());
  const usable = (store: Store) => !store.error && !store.isUnmounted;
  const stores = all.filter((store) => (options.calm ? usable(store) : release >= 3.3 || !store.isUnmounted));
  if (options.calm) for (const store of stores) calmStore(store, now());
  const jobs = createJobs(stores, clusters?.[0]?.name);
  if (options.calm) succeed(jobs);
  else if (options.awkward) stopSome(jobs, seed, now());
  const bootedAt = now() - 2_345_678;
  const world: World = {
    name,
    release,
    stores,
    jobs,
    remotes: new Map(),
    tasks: options.calm ? [] : pastFailures(now()),
    ...(options.calm && { isCalm: true }),
    calls: 0,
    bootedAt,
    seed,
    edits: new Map(),
    lacks: new Set(),
    ...(clusters && { clusters }),
  };
  const tokens = roles.map((role) => ({ name: tokenName(role), value: secrets[role] }));
  const access = createTicketAccess(
    { ticket: 'PBS', cookie: 'PBSAuthCookie', token: { scheme: 'PBSAPIToken', separator: ':' } },
    [{ ...account, ...(options.secondFactor && { secondFactor: true }) }],
    tokens,
  );
  const roleOf = (user: string): TokenRole => roles.find((role) => tokenName(role) === user) ?? 'audit';
  const appliance = await openAppliance({
    ...options,
    name,
    nodes: [name],
    handle: (node, request, at) => handlePbs(world, access, roleOf, node, request, at),
  });
  const [node] = appliance.nodes;
  if (!node) throw new Error(`${name} does not listen`);
  world.fingerprint = node.fingerprint;

  return {
    world,
    requests: appliance.requests,
    stop: appliance.stop,
    setSkew: appliance.setSkew,
    fault: (fault) => appliance.fault(name, fault),
    heal: () => appliance.heal(name),
    config: (role = 'audit') => ({
      type: 'pbs',
      name,
      host: node.host,
      ...account,
      tokenName: tokenName(role),
      tokenValue: secrets[role],
      fingerprint: node.fingerprint,
      verifySSL: false,
    }),
    groups(store, namespace = '') {
      const groups = stores.find((s) => s.name === store)?.namespaces.get(namespace);
      if (!groups) throw new Error(`no namespace "${namespace}" in datastore ${store}`);
      return groups;
    },
    backUp(group, given = {}) {
      const last = group.snapshots[0];
      const snapshot = { time: now(), isProtected: false, isEncrypted: last?.isEncrypted ?? false, ...given };
      group.snapshots.unshift(snapshot);
      stores.forEach(changed);
      return snapshot;
    },
    editSettings(call, row, fields, task) {
      editRow(world.edits, call, row, fields);
      if (task) world.tasks.push({ type: task.type, id: row, start: now() - 1, end: now(), user: task.user });
    },
    verify(store) {
      const groups = stores.find((s) => s.name === store)?.namespaces.values() ?? [];
      for (const snapshot of [...groups].flat().flatMap((group) => group.snapshots)) {
        if (snapshot.size === undefined) continue;
        // The server writes the result into the index.
        const indexBytes = 414 + 120;
        snapshot.size += indexBytes - (snapshot.indexBytes ?? 414);
        Object.assign(snapshot, { verified: 'ok', indexBytes });
      }
      stores.forEach(changed);
      world.tasks.push({ type: 'verify', id: store, start: now() - 60, end: now() });
    },
  };
}

/** The datastore of these clusters. Each cluster has its own namespace. */
function storeOf(clusters: readonly Cluster[]): Store {
  const histories = clusters.map(historyOf);
  const namespaces = new Map(histories.flatMap(({ datastore }) => [...datastore.namespaces]));
  const store: Store = { name: 'main', total: 0, deduplication: 14.2, namespaces };
  for (const history of histories) history.datastore = store;
  return store;
}
