// The rows of the node summary: nodes of Proxmox VE and backup servers as one type, and their order. Pure.

import { backupServerStatus } from '@belfry/domain/backup-server-status';
import { capacityOf } from '@belfry/domain/datastores';
import { pbsProblems } from '@belfry/domain/pbs-problems';
import { hottest, nodeStatus, type ShownStatus } from '@belfry/domain/status';
import { reachableAddress, webAddress } from '@belfry/domain/web-address';
import type { Node } from '@belfry/schema/entities/node';
import type { Datastore, PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import { formatDecimal } from '../../lib/language/format.ts';
import { compareText, sortedBy } from '../../lib/order.ts';
import type { nodeKeys } from '../../lib/view/node-order.ts';
import type { SortOrder } from '../../lib/view/param.ts';
import { statusText } from '../../ui/status-text.ts';
import { type Counts, type OwnCounts, ownCounts } from './counts.ts';
import { messages } from './messages.ts';

/** `percent` 0–100, bytes. */
interface Share {
  percent: number;
  used: number;
  total: number;
}

/** The fullest storage of a cluster, or datastore of a backup server. Percent, bytes. */
export interface Fullest extends Share {
  name: string;
  /** Undefined for a datastore. */
  storage?: Storage;
  /** The id of the backup server of a datastore. */
  server?: string;
}

/** Guests of a node. `unknown`: nobody can see whether they run. */
export interface GuestCounts {
  running: number;
  paused: number;
  unknown: number;
  all: number;
}

/** Figures are undefined where they are unknown or do not apply. `uptime` in seconds, temperature in degrees Celsius. */
export interface SummaryRow {
  id: string;
  /** The instance of a node. Its alerts are shown at all of its nodes. */
  instance: string | undefined;
  /** Of which list it is a row. `clusters` and `servers` are totals, `rest` those of the nodes that have no row. */
  list: 'nodes' | 'pbs' | 'clusters' | 'servers' | 'rest';
  name: string;
  href: string | undefined;
  /** The name of the cluster, "Standalone", or the version of a backup server; '' while it is unknown. */
  remark: string;
  /** Version, kernel and load in one line; '' where they are unknown. */
  facts: string;
  status: ShownStatus;
  staleSince: string | undefined;
  /** The problems of a backup server and its datastores in maintenance, one line each. */
  problems: readonly string[];
  /** The one problem of a cluster as a whole, in a word or two. */
  trouble?: string | undefined;
  maintenance: readonly string[];
  uptime: number | undefined;
  cpu: number | undefined;
  cores: number | undefined;
  memory: Share | undefined;
  disk: Share | undefined;
  temperature: number | undefined;
  counts: OwnCounts;
  /** Undefined on a screen without guests, and for a backup server. */
  guests?: GuestCounts | undefined;
  /** Of `rest`: the ids of the nodes. */
  standsFor?: readonly string[] | undefined;
  /** Of totals: how many answer. */
  answering?: { answer: number; all: number } | undefined;
  /** Of totals: what `disk` is the usage of. */
  fullest?: Fullest | undefined;
}

export type SummaryKey = (typeof nodeKeys)[number];
export type SummarySort = SortOrder<SummaryKey>;

const share = (used: number, total: number): Share => ({ percent: total > 0 ? (100 * used) / total : 0, used, total });

export function summaryRows(nodes: readonly Node[], pbs: readonly PbsInstance[], counts: Counts): SummaryRow[] {
  return [...nodes.map((node) => nodeRow(node, nodes, counts)), ...pbs.map((server) => pbsRow(server, counts))].sort(
    byDefault,
  );
}

function nodeRow(node: Node, nodes: readonly Node[], counts: Counts): SummaryRow {
  const status = nodeStatus(node);
  const hasFigures = status.figures !== 'none';
  return {
    id: node.id,
    instance: node.instance,
    list: 'nodes',
    name: node.displayName || node.name,
    href: reachableAddress(node, nodes),
    remark: node.isClusterMember ? node.clusterName : 'Standalone',
    facts: nodeFacts(node),
    status,
    staleSince: node.staleSince,
    problems: [],
    maintenance: [],
    uptime: hasFigures ? node.uptime : undefined,
    cpu: hasFigures ? node.cpu * 100 : undefined,
    cores: node.cpuInfo.cores > 0 ? node.cpuInfo.cores : undefined,
    memory: hasFigures ? share(node.memory.used, node.memory.total) : undefined,
    disk: hasFigures ? share(node.disk.used, node.disk.total) : undefined,
    temperature: hasFigures ? hottest(node) : undefined,
    counts: ownCounts(counts, node.id, status.figures === 'now'),
  };
}

/** `pve-manager/9.1.1/abc` and `Linux 6.17.2-1-pve #1 SMP …` in the form that hosts report them. */
function nodeFacts({ pveVersion, kernelVersion, loadAverage, cpuInfo, haState }: Node): string {
  const version = pveVersion.split('/')[1];
  const kernel = kernelVersion.split(' ')[1];
  return [
    ...(version ? [`PVE ${version}`] : []),
    ...(kernel ? [`kernel ${kernel}`] : []),
    ...(loadAverage.length > 0 ? [`load ${loadAverage.map((load) => formatDecimal(load, 2)).join(' ')}`] : []),
    ...(cpuInfo.model ? [cpuInfo.model] : []),
    ...(haState === undefined ? [] : [`HA ${statusText(haState)}`]),
  ].join(' · ');
}

function pbsRow(pbs: PbsInstance, counts: Counts): SummaryRow {
  const status = backupServerStatus(pbs);
  const isHeard = status.figures === 'now';
  const hasFigures = status.figures !== 'none';
  const disk = capacityOf(pbs.datastores);
  const { memoryUsed, memoryTotal } = pbs;
  const problems = isHeard
    ? pbsProblems(pbs).map(({ kind, name, message }) => joined(messages.pbs[kind](name), message))
    : [];
  return {
    id: pbs.id,
    instance: undefined,
    list: 'pbs',
    name: pbs.name,
    href: webAddress(pbs.host, 'pbs'),
    // the version becomes known after the other fields
    remark: pbs.version === 'unknown' ? 'PBS' : `PBS ${pbs.version}`.trim(),
    facts: '',
    status,
    staleSince: pbs.staleSince,
    problems,
    maintenance: isHeard ? pbs.datastores.flatMap(maintenanceOf) : [],
    uptime: hasFigures ? pbs.uptime : undefined,
    cpu: hasFigures ? pbs.cpu : undefined,
    cores: undefined,
    memory:
      hasFigures && memoryUsed !== undefined && memoryTotal !== undefined ? share(memoryUsed, memoryTotal) : undefined,
    disk: hasFigures && disk ? share(disk.used, disk.total) : undefined,
    temperature: undefined,
    counts: ownCounts(counts, pbs.id, isHeard),
  };
}

const joined = (what: string, why: string | undefined): string => (why ? `${what}: ${why}` : what);

function maintenanceOf({ name, status, maintenanceMessage }: Datastore): string[] {
  const isPlain = ['available', 'error', 'unknown'].includes(status);
  if (isPlain) return [];
  const words = status === 'delete' ? messages.datastoreRemoved(name) : messages.datastoreIs(name, statusText(status));
  return [joined(words, maintenanceMessage)];
}

const isUp = ({ status }: SummaryRow): boolean => status.figures === 'now';

/** Nodes before backup servers, those that are up before the others, then by name. */
const byDefault = (a: SummaryRow, b: SummaryRow): number =>
  Number(a.list === 'pbs') - Number(b.list === 'pbs') ||
  Number(isUp(b)) - Number(isUp(a)) ||
  compareText(a.name.toLowerCase(), b.name.toLowerCase()) ||
  compareText(a.id, b.id);

export function figure(row: SummaryRow, key: SummaryKey): number | string | undefined {
  if (key === 'memory' || key === 'disk') return row[key]?.percent;
  if (key === 'name') return row.name.toLowerCase();
  return key === 'uptime' || key === 'cpu' || key === 'temperature' ? row[key] : (row.counts[key] ?? undefined);
}

/** Missing values come last in either direction. Equal values are in the default order. Null is the default order. */
export const sortSummary = (rows: readonly SummaryRow[], sort: SummarySort | null): SummaryRow[] =>
  sort ? sortedBy(rows, (row) => figure(row, sort.key), sort.descending, byDefault) : rows.toSorted(byDefault);
