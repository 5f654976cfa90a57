// The facts of a PBS source: the latest answer of each poll. The entity is composed from all of them, so a poll that
// fails leaves its part unchanged.
import { instanceId } from '@belfry/domain/ids';
import { percent, roundTo } from '@belfry/domain/usage';
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { Datastore, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { PbsDisk, PbsFailedTask, PbsGarbage, PbsMachine } from '@belfry/schema/entities/pbs-details';
import type { Service } from '@belfry/schema/entities/service';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { iso } from '../../lib/clock.ts';
import type { Remote, Route } from './copy-jobs.ts';
import type { DatastoreEntry, DatastoreRow, Maintenance, Placement } from './datastores.ts';
import { describe, ROOT } from './namespaces.ts';
import type { PbsNodeStatus } from './node-status.ts';
import type { Traffic } from './traffic.ts';

export interface Jobs {
  sync: readonly PbsJob[];
  verify: readonly PbsJob[];
  prune: readonly PbsJob[];
  tape: readonly PbsJob[];
  garbage: readonly PbsJob[];
}

/** What the jobs do: where they copy, and what they keep. `prune` is the answer of the server. */
export interface Deeds {
  sync: readonly Route[];
  tape: readonly Route[];
  remotes: ReadonlyMap<string, Remote>;
  prune: unknown;
  timeZone: string | undefined;
}

const noDeeds: Deeds = { sync: [], tape: [], remotes: new Map(), prune: undefined, timeZone: undefined };

export const noJobs: Jobs = { sync: [], verify: [], prune: [], tape: [], garbage: [] };

/** The keys of the maps are datastores. Lists and `maintenance` are absent before the first answer. */
export interface Facts {
  readonly version: string | undefined;
  readonly node: PbsNodeStatus | undefined;
  readonly traffic: Traffic | undefined;
  readonly datastores: readonly DatastoreRow[] | undefined;
  readonly maintenance: ReadonlyMap<string, Maintenance> | undefined;
  readonly deduplication: ReadonlyMap<string, number>;
  readonly namespaces: ReadonlyMap<string, readonly string[]>;
  readonly jobs: Jobs | undefined;
  readonly deeds: Deeds;
  readonly machine: PbsMachine;
  readonly placements: ReadonlyMap<string, Placement>;
  readonly garbage: ReadonlyMap<string, PbsGarbage>;
  readonly services: readonly Service[] | undefined;
  readonly disks: readonly PbsDisk[] | undefined;
  readonly pools: readonly ZfsPool[] | undefined;
  readonly failedTasks: readonly PbsFailedTask[] | undefined;
}

export const noFacts: Facts = {
  version: undefined,
  node: undefined,
  traffic: undefined,
  datastores: undefined,
  maintenance: undefined,
  deduplication: new Map(),
  namespaces: new Map(),
  jobs: undefined,
  deeds: noDeeds,
  machine: {},
  placements: new Map(),
  garbage: new Map(),
  services: undefined,
  disks: undefined,
  pools: undefined,
  failedTasks: undefined,
};

/** A datastore that cannot be measured at the moment keeps its last sizes. Its error shows that they are old. */
export function withDatastores(facts: Facts, rows: readonly DatastoreRow[]): Facts {
  const before = new Map(facts.datastores?.map((row) => [row.name, row]));
  const datastores = rows.map((row): DatastoreRow => {
    const { total, used, free } = before.get(row.name) ?? {};
    return row.total === undefined ? { ...row, total, used, free } : row;
  });
  return { ...facts, datastores };
}

/** What the list of datastores says about each, besides their backups. */
export const withEntries = (facts: Facts, entries: readonly DatastoreEntry[]): Facts => ({
  ...facts,
  maintenance: new Map(
    entries.flatMap(({ name, maintenance }) => (maintenance === undefined ? [] : [[name, maintenance]])),
  ),
  placements: new Map(entries.map(({ name, placement }) => [name, placement])),
});

/** Whether the server can read a datastore at present. If it cannot, its lists leave out the data of that datastore. */
export function isReadable({ datastores, maintenance }: Facts, store: string): boolean {
  const row = datastores?.find(({ name }) => name === store);
  if (!row) return false;
  return row.error === undefined && row.isMounted && (maintenance?.get(store)?.type ?? 'read-only') === 'read-only';
}

/**
 * A pinned fingerprint is verified on every connection. The fingerprint that the server reports is not, so it is used
 * only if none is pinned.
 */
export function normalizeInstance(
  facts: Facts,
  {
    name,
    host,
    id = instanceId('pbs', name),
    ...pinned
  }: Identified<Pick<ConfigOf<'pbs'>, 'name' | 'host' | 'fingerprint'>>,
): PbsInstance {
  const { jobs = noJobs } = facts;
  const { fingerprint: reported, ...figures } = facts.node ?? {};
  const fingerprint = pinned.fingerprint || reported;
  return {
    id,
    name,
    host,
    status: 'online',
    version: facts.version ?? 'unknown',
    ...figures,
    ...facts.traffic,
    datastores: (facts.datastores ?? []).map((row) => normalizeDatastore(row, facts)),
    // Other machines create the backups on a PBS. Their backup jobs are configured there.
    backupJobs: [],
    syncJobs: [...jobs.sync],
    verifyJobs: [...jobs.verify],
    pruneJobs: [...jobs.prune],
    tapeJobs: [...jobs.tape],
    garbageJobs: [...jobs.garbage],
    connectionHealth: 'healthy',
    ...(fingerprint && { fingerprint }),
  };
}

function normalizeDatastore(row: DatastoreRow, facts: Facts): Datastore {
  const maintenance = facts.maintenance?.get(row.name);
  const deduplication = row.deduplication ?? facts.deduplication.get(row.name);
  return {
    name: row.name,
    ...sizesOf(row),
    status: facts.maintenance === undefined ? 'unknown' : statusOf(row, maintenance?.type),
    ...(maintenance?.message !== undefined && { maintenanceMessage: maintenance.message }),
    namespaces: (facts.namespaces.get(row.name) ?? [ROOT]).map(describe),
    ...(row.error !== undefined && { error: row.error }),
    ...(deduplication !== undefined && { deduplicationFactor: roundTo(deduplication, 2) }),
    ...(row.fullAt !== undefined && { estimatedFullDate: iso(row.fullAt) }),
  };
}

/** Reserved blocks are neither used nor free. So a size that the server reports is not calculated from the others. */
function sizesOf({ total, ...row }: DatastoreRow): Pick<Datastore, 'total' | 'used' | 'free' | 'usage'> {
  if (total === undefined) return {};
  const used = row.used ?? (row.free === undefined ? undefined : Math.max(total - row.free, 0));
  if (used === undefined) return { total };
  return { total, used, free: row.free ?? Math.max(total - used, 0), usage: percent(used, total) };
}

function statusOf(row: DatastoreRow, maintenance: string | undefined): string {
  if (!row.isMounted) return 'not mounted';
  return maintenance ?? (row.error === undefined ? 'available' : 'error');
}
