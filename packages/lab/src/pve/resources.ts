// The rows of /cluster/resources, from the last statistics round of each node.
import { type Cluster, guestsOf, isQuorate, nodeNamed } from '../world/cluster.ts';
import { figures, type Guest } from '../world/guest.ts';
import { rootFigures } from '../world/local-pool.ts';
import { lastRound, type Node, nodeFigures } from '../world/node.ts';
import { isRemembered, statisticsTime } from '../world/node-loss.ts';
import { type Storage, type StorageFigures, storagesOf } from '../world/storage.ts';
import { storageFigures } from '../world/storage-figures.ts';

type Row = Record<string, unknown>;

function guestRow(cluster: Cluster, guest: Guest, now: number): Row {
  const node = nodeNamed(cluster, guest.node);
  const identity = {
    id: `${guest.kind}/${guest.vmid}`,
    vmid: guest.vmid,
    node: guest.node,
    type: guest.kind,
    ...(guest.pool !== undefined && { pool: guest.pool }),
    // Releases before 7.4 have tags only in the lists of each node.
    ...(cluster.release >= 7.4 && guest.tags.length > 0 && { tags: guest.tags.join(';') }),
    ...(guest.lock !== undefined && { lock: guest.lock }),
    ...(guest.ha !== undefined && { hastate: guest.ha }),
  };
  if (!node || !isRemembered(node, now)) return { ...identity, status: 'unknown' };
  const { swap: _, memhost, ...usage } = figures(guest, lastRound(node, statisticsTime(node, now)));
  return {
    ...identity,
    ...usage,
    name: guest.name,
    status: guest.power,
    template: guest.template ? 1 : 0,
    maxcpu: guest.cpus,
    maxmem: guest.maxmem,
    maxdisk: guest.maxdisk,
    ...(cluster.release >= 9 && { memhost }),
  };
}

/** The row of a node. /nodes returns the same row with the fingerprint of the certificate. */
export function nodeRow(cluster: Cluster, node: Node, now: number, guests = guestsOf(cluster, node)): Row {
  const round = lastRound(node, statisticsTime(node, now));
  const root = rootFigures(cluster, node, round, guests);
  const identity = { id: `node/${node.name}`, node: node.name, type: 'node' };
  if (!isRemembered(node, now)) return { ...identity, status: node.online ? 'unknown' : 'offline' };
  const capacity = { level: '', maxcpu: node.cpus, maxmem: node.maxmem, maxdisk: root.total };
  if (!node.online) return { ...identity, ...capacity, status: 'offline' };
  const { uptime, cpu, mem } = nodeFigures(node, guests, round);
  return { ...identity, ...capacity, status: 'online', uptime, cpu, mem, disk: root.used };
}

/** The `hastate` of a node. The field is absent while HA manages no guest of the cluster. */
function haFields({ guests }: Cluster, node: Node) {
  const managed = [...guests.values()].filter(({ ha }) => ha !== undefined);
  const isFenced = managed.some(({ ha, node: at }) => ha === 'fence' && at === node.name);
  return managed.length > 0 && { hastate: node.online ? 'online' : isFenced ? 'fence' : 'unknown' };
}

type FiguresOf = (storage: Storage, node: Node) => StorageFigures | undefined;

function storageRow(storage: Storage, node: Node, now: number, figuresOf: FiguresOf): Row {
  const row = {
    id: `storage/${node.name}/${storage.storage}`,
    storage: storage.storage,
    node: node.name,
    type: 'storage',
    plugintype: storage.type,
    shared: storage.shared ? 1 : 0,
    content: storage.content,
  };
  const usage = isRemembered(node, now) ? figuresOf(storage, node) : undefined;
  return usage
    ? { ...row, status: 'available', maxdisk: usage.total, disk: usage.used }
    : { ...row, status: 'unknown' };
}

/** The row of the default SDN zone. Release 9 changed the type and the id of these rows. */
function networkRow(cluster: Cluster, { name }: Node): Row {
  const status = isQuorate(cluster) ? 'ok' : 'unknown';
  return cluster.release >= 9
    ? {
        id: `network/${name}/zone/localnetwork`,
        node: name,
        type: 'network',
        network: 'localnetwork',
        'network-type': 'zone',
        status,
      }
    : { id: `sdn/${name}/localnetwork`, node: name, type: 'sdn', sdn: 'localnetwork', status };
}

type ResourceType = 'vm' | 'storage' | 'node' | 'sdn';

/** All rows, or the rows of one type. `now` is epoch seconds. A shared storage has a row per node. */
export function resources(cluster: Cluster, now: number, type?: string): Row[] {
  const wants = (kind: ResourceType) => type === undefined || type === kind;
  const { nodes, guests } = cluster;
  const byNode = Map.groupBy(guests.values(), (guest) => guest.node);
  const guestsOn = (node: Node) => byNode.get(node.name) ?? [];
  // A shared storage has the same figures on every node that is online, so they are calculated once.
  const sharedFigures = new Map<Storage, StorageFigures | undefined>();
  const figuresOf: FiguresOf = (storage, node) => {
    const cached = node.online ? sharedFigures.get(storage) : undefined;
    if (cached) return cached;
    const round = lastRound(node, statisticsTime(node, now));
    const calculated = storageFigures(cluster, storage, node, round, guestsOn(node));
    if (storage.shared && node.online) sharedFigures.set(storage, calculated);
    return calculated;
  };
  const pools = new Set([...guests.values()].flatMap((g) => g.pool ?? []));
  return [
    ...(type === undefined ? [...pools].sort().map((pool) => ({ id: `/pool/${pool}`, pool, type: 'pool' })) : []),
    ...(wants('vm') ? [...guests.values()].map((g) => guestRow(cluster, g, now)) : []),
    ...(wants('node')
      ? nodes.map((n) => ({ ...nodeRow(cluster, n, now, guestsOn(n)), ...haFields(cluster, n), 'cgroup-mode': 2 }))
      : []),
    ...(wants('storage')
      ? nodes.flatMap((n) =>
          storagesOf(cluster, n)
            .filter((s) => !s.disabled)
            .map((s) => storageRow(s, n, now, figuresOf)),
        )
      : []),
    ...(wants('sdn') ? nodes.map((n) => networkRow(cluster, n)) : []),
  ];
}
