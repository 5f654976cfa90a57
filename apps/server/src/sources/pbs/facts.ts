// What a PBS source knows: the latest answer of each poll. The entity is composed from all of them, so a poll that fails
// leaves its part as it was.
import { instanceId } from '@belfry/domain/ids';
import { percent, roundTo } from '@belfry/domain/usage';
import type { PbsNodeConfig } from '@belfry/schema/config/node';
import type { Datastore, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import { iso } from '../../lib/clock.ts';
import type { DatastoreRow } from './datastores.ts';
import { describe, ROOT } from './namespaces.ts';
import type { NodeStatus } from './node-status.ts';

export interface Jobs {
  sync: readonly PbsJob[];
  verify: readonly PbsJob[];
  prune: readonly PbsJob[];
  garbage: readonly PbsJob[];
}

export const noJobs: Jobs = { sync: [], verify: [], prune: [], garbage: [] };

/** Maps go by datastore. `datastores` and `jobs` are absent before the first answer. */
export interface Facts {
  readonly version: string | undefined;
  readonly node: NodeStatus | undefined;
  readonly datastores: readonly DatastoreRow[] | undefined;
  readonly maintenance: ReadonlyMap<string, string>;
  readonly deduplication: ReadonlyMap<string, number>;
  readonly namespaces: ReadonlyMap<string, readonly string[]>;
  readonly jobs: Jobs | undefined;
}

export const noFacts: Facts = {
  version: undefined,
  node: undefined,
  datastores: undefined,
  maintenance: new Map(),
  deduplication: new Map(),
  namespaces: new Map(),
  jobs: undefined,
};

/** A datastore that cannot be measured at the moment keeps its last sizes; its error says that they are old. */
export function withDatastores(facts: Facts, rows: readonly DatastoreRow[]): Facts {
  const before = new Map(facts.datastores?.map((row) => [row.name, row]));
  const datastores = rows.map((row): DatastoreRow => {
    const { total, used, free } = before.get(row.name) ?? {};
    return row.total === undefined ? { ...row, total, used, free } : row;
  });
  return { ...facts, datastores };
}

/** A fingerprint that is pinned is proven by every connection; the other is what the server says of itself. */
export function normalizeInstance(
  facts: Facts,
  { name, host, ...pinned }: Pick<PbsNodeConfig, 'name' | 'host' | 'fingerprint'>,
): PbsInstance {
  const { node, jobs = noJobs } = facts;
  const fingerprint = pinned.fingerprint || node?.fingerprint;
  return {
    id: instanceId('pbs', name),
    name,
    host,
    status: 'online',
    version: facts.version ?? 'unknown',
    cpu: node?.cpu ?? 0,
    memory: node?.memory ?? 0,
    memoryUsed: node?.memoryUsed ?? 0,
    memoryTotal: node?.memoryTotal ?? 0,
    uptime: node?.uptime ?? 0,
    datastores: (facts.datastores ?? []).map((row) => normalizeDatastore(row, facts)),
    // A PBS is backed up to: the jobs that do it are the clients' own.
    backupJobs: [],
    syncJobs: [...jobs.sync],
    verifyJobs: [...jobs.verify],
    pruneJobs: [...jobs.prune],
    garbageJobs: [...jobs.garbage],
    connectionHealth: 'healthy',
    ...(fingerprint && { fingerprint }),
  };
}

function normalizeDatastore(row: DatastoreRow, facts: Facts): Datastore {
  const total = row.total ?? 0;
  const used = row.used ?? Math.max(total - (row.free ?? total), 0);
  const deduplication = row.deduplication ?? facts.deduplication.get(row.name);
  return {
    name: row.name,
    total,
    used,
    // Reserved blocks are neither used nor free.
    free: row.free ?? Math.max(total - used, 0),
    usage: percent(used, total),
    status: statusOf(row, facts.maintenance.get(row.name)),
    namespaces: (facts.namespaces.get(row.name) ?? [ROOT]).map(describe),
    ...(row.error !== undefined && { error: row.error }),
    ...(deduplication !== undefined && { deduplicationFactor: roundTo(deduplication, 2) }),
    ...(row.fullAt !== undefined && { estimatedFullDate: iso(row.fullAt) }),
  };
}

function statusOf(row: DatastoreRow, maintenance: string | undefined): string {
  if (!row.isMounted) return 'not mounted';
  return maintenance ?? (row.error === undefined ? 'available' : 'error');
}
