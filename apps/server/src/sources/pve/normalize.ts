// Converts facts to entities. The functions are pure, and their results are complete, sorted by id, and rounded so that
// small changes are not sent.
import { kindAndNumber } from '@belfry/domain/guest-number';
import { byId, guestId, nodeId, SHARED, storageId } from '@belfry/domain/ids';
import { guestAlive } from '@belfry/domain/status';
import { roundTo, usageOf } from '@belfry/domain/usage';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { Guest } from '@belfry/schema/entities/guest';
import type { ConnectionHealth, Node } from '@belfry/schema/entities/node';
import type { PveCluster } from '@belfry/schema/entities/pve-cluster';
import type { Storage } from '@belfry/schema/entities/storage';
import type { Disk, Memory } from '@belfry/schema/entities/usage';
import { poolName } from '../proxmox-api/zfs.ts';
import { addressesOf } from './agent-info.ts';
import type { AgentRecord } from './agent-record.ts';
import { monitorsIn } from './ceph.ts';
import { estimatedCeph } from './ceph-estimate.ts';
import { memberAddresses } from './cluster.ts';
import { type Facts, isOnline } from './facts.ts';
import { apiErrorOf } from './node-apis.ts';
import type { PveNodeStatus } from './node-status.ts';
import { type GuestRow, lastStatusOf, type NodeRow, type StorageRow } from './payloads.ts';
import { stillSince } from './standstill.ts';

/** The names for all entities of one configured host. `name` is the display name; the default is the id. */
export interface Place {
  instance: string;
  host: string;
  name?: string;
}

export function normalizeNodes(
  facts: Facts,
  { instance, host, name = instance }: Place,
  health: ConnectionHealth,
): Node[] {
  const isCluster = facts.cluster ? facts.cluster.name !== undefined : facts.nodes.length > 1;
  const clusterName = facts.cluster?.name ?? '';
  const addresses = memberAddresses(facts.cluster, host);
  const nodes = facts.nodes.map((row): Node => {
    const url = addresses.get(row.name);
    const online = row.status === 'online';
    const status = facts.nodeStatus.get(row.name);
    const haState = facts.availability?.nodes.get(row.name);
    const ioWait = facts.metrics.ioWait.get(row.name);
    const pressure = facts.nodePressure.get(row.name);
    const services = facts.services.get(row.name);
    const staleSince = stillSince(facts.pulses, row.name);
    const apiError = online ? apiErrorOf(facts.nodeApis, row.name) : undefined;
    return {
      id: nodeId(instance, row.name),
      name: row.name,
      displayName: isCluster ? row.name : name,
      instance,
      host,
      ...(url !== undefined && { url }),
      type: 'node',
      status: online ? 'online' : row.status === 'offline' ? 'offline' : 'unknown',
      uptime: online ? (row.uptime ?? 0) : 0,
      cpu: online ? roundTo(row.cpu ?? 0, 4) : 0,
      memory: { ...nodeMemory(row, status, online), ...(online && status?.swap && swapOf(status.swap)) },
      disk: nodeDisk(row, status),
      loadAverage: online ? [...(facts.metrics.load.get(row.name) ?? status?.load ?? [])] : [],
      ...(online && ioWait !== undefined && { ioWait }),
      ...(online && pressure && { pressure }),
      ...(services && { services: [...services] }),
      kernelVersion: status?.kernel ?? '',
      pveVersion: status?.version ?? '',
      cpuInfo: {
        model: status?.cpu.model ?? '',
        cores: row.cpus ?? status?.cpu.cores ?? 0,
        sockets: status?.cpu.sockets ?? 0,
        mhz: status?.cpu.mhz ?? '',
      },
      connectionHealth: apiError ? 'error' : health,
      isClusterMember: isCluster,
      clusterName,
      ...(haState !== undefined && { haState }),
      ...poolsOf(row.name, facts),
      ...(apiError && { apiError }),
      ...(staleSince !== undefined && { staleSince }),
    };
  });
  return nodes.sort(byId);
}

/** The pools of a node that belong to none of its storages. */
function poolsOf(node: string, facts: Facts): Pick<Node, 'pools' | 'thinPools'> {
  const thin = facts.thinPools.get(node);
  const used = new Set(
    facts.storages.flatMap((row) => {
      const pool = row.node === node ? facts.storageConfigs.get(row.name)?.pool : undefined;
      return pool === undefined ? [] : [poolName(pool)];
    }),
  );
  const own = [...facts.pools].filter(([key, { name }]) => key === `${node}/${name}` && !used.has(name));
  return {
    ...(facts.poolsRead.has(node) && { pools: own.map(([, pool]) => pool) }),
    ...(thin && { thinPools: [...thin] }),
  };
}

/** The cluster as a whole. A standalone host is not a cluster. */
export function normalizeClusters(
  { cluster, availability, quorumDevice, nodes }: Facts,
  { instance }: Place,
): PveCluster[] {
  if (cluster?.name === undefined) return [];
  const members = new Set(cluster.members.filter((member) => member.online).map(({ node }) => node));
  // A node that sends no figures is a member of the quorum like any other.
  const isOnline = ({ name, status }: { name: string; status: string }) =>
    status === 'online' || (status === 'unknown' && members.has(name));
  const nodesOnline = nodes.length > 0 ? nodes.filter(isOnline).length : members.size;
  return [
    {
      id: instance,
      instance,
      name: cluster.name,
      quorate: cluster.quorate,
      nodes: Math.max(nodes.length, cluster.members.length),
      nodesOnline,
      ...(availability && { haStatus: availability.status, haWorks: availability.works }),
      ...(availability?.master !== undefined && { haMaster: availability.master }),
      ...(quorumDevice && { quorumDevice }),
    },
  ];
}

/**
 * The node status may report the page cache, but it is up to half a minute old. If it reports only `used`, the fast
 * poll has the same figure and is more recent.
 */
function nodeMemory(row: NodeRow, status: PveNodeStatus | undefined, online: boolean): Memory {
  const detail = status?.memory;
  const total = row.maxmem ?? detail?.total ?? 0;
  if (!online) return { ...usageOf(total, 0), source: 'powered-off' };
  if (detail && (detail.source !== 'used' || row.mem === undefined))
    return { ...usageOf(total, Math.min(detail.used, total)), source: detail.source, quality: 'good' };
  return { ...usageOf(total, Math.min(row.mem ?? 0, total)), source: 'cluster-resources', quality: 'estimate' };
}

const swapOf = ({ total, used }: NonNullable<PveNodeStatus['swap']>) => ({ swapUsed: used, swapTotal: total });

const nodeDisk = (row: NodeRow, status: PveNodeStatus | undefined): Disk =>
  status?.rootfs
    ? { ...usageOf(status.rootfs.total, status.rootfs.used), free: status.rootfs.free, source: 'rootfs' }
    : { ...usageOf(row.maxdisk ?? 0, row.disk ?? 0), source: 'cluster-resources' };

const offlineNodes = ({ nodes }: Facts): ReadonlySet<string> =>
  new Set(nodes.filter((n) => n.status === 'offline').map((n) => n.name));

/**
 * Guests of one type. If the node of a guest is offline, the guest is `unknown`, even if the list has another status.
 */
export function normalizeGuests(facts: Facts, type: Guest['type'], { instance }: Place): Guest[] {
  const offline = offlineNodes(facts);
  return facts.guests
    .filter((row) => row.type === type)
    .map((row) => normalizeGuest(row, offline.has(row.node) ? 'unknown' : row.status, instance, facts))
    .sort(byId);
}

function normalizeGuest(row: GuestRow, status: string, instance: string, facts: Facts): Guest {
  const alive = guestAlive(status);
  const agent = alive ? facts.agents.get(row.vmid) : undefined;
  const guest: Guest = {
    id: guestId(instance, row.vmid),
    vmid: row.vmid,
    name: row.name ?? kindAndNumber(row),
    instance,
    node: row.node,
    type: row.type,
    status,
    uptime: alive ? (row.uptime ?? 0) : 0,
    cpu: alive ? roundTo(row.cpu ?? 0, 4) : 0,
    cpus: row.cpus ?? 0,
    memory: guestMemory(row, status, facts),
    disk: row.type === 'qemu' && agent?.disks.length ? agentDisk(agent) : guestDisk(row),
    diskRead: null,
    diskWrite: null,
    networkIn: null,
    networkOut: null,
    tags: facts.listsTags ? row.tags : [...(facts.tags.get(row.vmid) ?? [])],
    template: false,
  };
  // If the agent no longer answers, its last disks are shown with the reason why they are old.
  const reason = agent?.reason ?? (guest.disk.usage < 0 ? 'no-data' : undefined);
  if (alive && reason) guest.diskStatusReason = reason;
  if (agent) addAgentInfo(guest, agent);
  const interfaces = agent?.interfaces ?? (alive ? facts.addresses.get(row.vmid) : undefined);
  if (interfaces) {
    guest.networkInterfaces = [...interfaces];
    guest.ipAddresses = addressesOf(interfaces);
  }
  const pressure = alive ? facts.pressure.get(row.vmid) : undefined;
  if (pressure) guest.pressure = pressure;
  const latency = alive ? facts.drives.get(row.vmid)?.latency : undefined;
  if (latency) guest.driveLatency = latency;
  if (row.lock !== undefined) {
    guest.lock = row.lock;
    const isInUse = facts.locksInUse.get(row.vmid);
    if (isInUse !== undefined) guest.lockInUse = isInUse;
  }
  if (row.pool !== undefined) guest.pool = row.pool;
  const haState = row.haState ?? facts.availability?.guests.get(row.vmid);
  if (haState !== undefined) guest.haState = haState;
  const startsAtBoot = facts.onboot.get(row.vmid);
  if (startsAtBoot !== undefined) guest.onboot = startsAtBoot;
  const isCovered = facts.coverage?.get(row.vmid);
  if (isCovered !== undefined) guest.inBackupJob = isCovered;
  const replication = facts.replication.get(row.vmid);
  if (replication) guest.replication = [...replication];
  const staleSince = stillSince(facts.pulses, row.node);
  if (staleSince !== undefined) guest.staleSince = staleSince;
  const lastStatus = status === 'unknown' ? lastStatusOf(row) : undefined;
  if (lastStatus !== undefined) guest.lastStatus = lastStatus;
  return guest;
}

/**
 * The `mem` of a VM is the view of the host. It includes the page cache, and without a balloon driver it can exceed the
 * total.
 */
function guestMemory(row: GuestRow, status: string, facts: Facts): Memory {
  const total = row.maxmem ?? 0;
  if (status === 'unknown') return { ...usageOf(total, 0), source: 'status-unavailable', quality: 'stale' };
  if (!guestAlive(status)) return { ...usageOf(total, 0), source: 'powered-off', quality: 'good' };
  if (row.type === 'lxc') {
    const memory = memoryOf(total, row.mem ?? 0, 'cluster-resources', 'good');
    const swap = facts.swap.get(row.vmid);
    if (swap) {
      memory.swapUsed = swap.used;
      memory.swapTotal = swap.total;
    }
    return memory;
  }
  const inside = facts.memory.get(row.vmid);
  if (!inside) return memoryOf(total, row.mem ?? 0, 'cluster-resources', 'estimate');
  const memory = memoryOf(inside.total ?? total, inside.used ?? row.mem ?? 0, inside.source, inside.quality);
  if (inside.balloon !== undefined) memory.balloon = inside.balloon;
  if (inside.host !== undefined) memory.hostUsed = inside.host;
  return memory;
}

/** Without spreading the usage, because this runs for each guest of every poll. */
function memoryOf(total: number, used: number, source: string, quality: NonNullable<Memory['quality']>): Memory {
  const { free, usage } = usageOf(total, used);
  return { total, used, free, usage, source, quality };
}

function agentDisk(agent: AgentRecord): Disk {
  const sum = (of: 'total' | 'used') => agent.disks.reduce((all, disk) => all + disk[of], 0);
  const at = agent.disksAt === undefined ? {} : { at: new Date(agent.disksAt).toISOString() };
  return { ...usageOf(sum('total'), sum('used')), source: 'guest-agent', ...at };
}

function addAgentInfo(guest: Guest, agent: AgentRecord): void {
  if (agent.disks.length > 0) guest.disks = [...agent.disks];
  Object.assign(guest, agent.system);
}

/** Proxmox always reports 0 for a VM, which means "not known". The figure of a container is real. */
function guestDisk(row: GuestRow): Disk {
  const total = row.maxdisk ?? 0;
  const used = row.disk ?? 0;
  if (row.type === 'qemu' && used === 0) return { total, used: 0, free: 0, usage: -1 };
  const { free, usage } = usageOf(total, used);
  return { total, used, free, usage, source: 'cluster-resources' };
}

export function normalizeStorages(facts: Facts, { instance }: Place): Storage[] {
  const groups = new Map<string, StorageRow[]>();
  for (const row of facts.storages) {
    const id = storageId(instance, row.shared ? SHARED : row.node, row.name);
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  const offline = offlineNodes(facts);
  /** A shared storage is stale when no node reports it any more. */
  const staleSinceOf = (nodes: readonly string[]) => {
    const since = nodes.map((node) => stillSince(facts.pulses, node));
    return since.every((each) => each !== undefined) ? since.sort().at(-1) : undefined;
  };
  return [...groups]
    .map(([id, rows]) => withDetails(normalizeStorage(id, rows, instance, offline, staleSinceOf), facts))
    .sort(byId);
}

/**
 * Makes one storage from the rows of all nodes that see it. It is counted once, with the row with the largest use. The
 * status in the row of an offline node is ignored.
 */
function normalizeStorage(
  id: string,
  rows: readonly StorageRow[],
  instance: string,
  offline: ReadonlySet<string>,
  staleSinceOf: (nodes: readonly string[]) => string | undefined,
): Storage {
  const largest = rows.reduce((a, b) => (sizeOrder(a, b) < 0 ? b : a));
  const available = rows.some((row) => row.status === 'available' && !offline.has(row.node));
  const nodes = rows.map((row) => row.node).sort();
  const staleSince = staleSinceOf(nodes.filter((node) => !offline.has(node)));
  return {
    id,
    name: largest.name,
    instance,
    node: largest.shared ? SHARED : largest.node,
    nodes,
    nodeIds: nodes.map((node) => nodeId(instance, node)),
    nodeCount: nodes.length,
    type: largest.type,
    content: largest.content,
    status: available ? 'available' : statusOf(largest.status),
    shared: largest.shared,
    // The list does not contain disabled storages.
    enabled: largest.status !== 'disabled',
    active: available,
    ...usageOf(largest.total ?? 0, largest.used ?? 0),
    ...(staleSince !== undefined && { staleSince }),
  };
}

/**
 * Adds exact figures from the slow poll, and the pool of a ZFS storage. Of several nodes, the one with the largest use
 * is used.
 */
function withDetails(storage: Storage, facts: Facts): Storage {
  const rows = storage.nodes.flatMap((node) => facts.nodeStorages.get(`${node}/${storage.name}`) ?? []);
  const config = facts.storageConfigs.get(storage.name);
  const target = config?.backupTarget ? { backupTarget: config.backupTarget } : {};
  if (rows.length === 0) return { ...storage, ...target };
  const exact = rows.reduce((a, b) => (b.used > a.used || (b.used === a.used && b.total > a.total) ? b : a));
  const enabled = !config?.disabled && rows.some((row) => row.enabled);
  const inactiveOn = enabled ? inactiveNodes(storage, facts) : [];
  // The fast poll has a storage as available for some minutes after it can no longer be used.
  const active = storage.active && (inactiveOn.length === 0 || inactiveOn.length < onlineOf(storage, facts).length);
  const pool =
    !storage.shared && config?.pool ? facts.pools.get(`${storage.node}/${poolName(config.pool)}`) : undefined;
  return {
    ...storage,
    enabled,
    active,
    ...(inactiveOn.length > 0 && { inactiveOn }),
    // Only the slow poll knows which storages are disabled.
    status: !enabled ? 'disabled' : active === storage.active ? storage.status : 'inactive',
    ...(exact.total > 0 && { ...usageOf(exact.total, exact.used), free: exact.free }),
    ...(pool && { zfsPool: pool }),
    ...target,
  };
}

/** The online nodes that report that they cannot use the storage. */
const inactiveNodes = ({ name, nodes }: Storage, facts: Facts): string[] =>
  nodes.filter((node) => {
    const row = facts.nodeStorages.get(`${node}/${name}`);
    return row?.enabled && !row.active && isOnline(facts, node);
  });

const onlineOf = ({ nodes }: Pick<Storage, 'nodes'>, facts: Facts): string[] =>
  nodes.filter((node) => isOnline(facts, node));

/** The cluster of Ceph if its status is known, and estimates of those whose status is not. */
export function normalizeCeph(facts: Facts, place: Place, at: string): CephCluster[] {
  const nodes = (facts.cluster?.members ?? []).flatMap(({ ip = '' }) => monitorsIn(ip));
  const others = estimatedCeph(
    {
      storages: normalizeStorages(facts, place),
      configs: facts.storageConfigs,
      own: facts.cephMonitors.union(new Set(nodes)),
      isOwnKnown: facts.ceph !== undefined,
    },
    place.instance,
    at,
  );
  return [...(facts.ceph ? [facts.ceph] : []), ...others].sort(byId);
}

const sizeOrder = (a: StorageRow, b: StorageRow): number =>
  (a.used ?? -1) - (b.used ?? -1) || (a.total ?? -1) - (b.total ?? -1);

const statusOf = (status: string): Storage['status'] =>
  status === 'inactive' || status === 'disabled' ? status : 'unknown';
