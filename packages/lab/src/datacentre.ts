// A simulated datacentre: HTTPS servers that answer as Proxmox VE does.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer.ts';
import { createAuthority, createCertificate } from './certificate.ts';
import { applyFault, type Fault, isOffline, type OfflineFault } from './fault.ts';
import { openMembers } from './members.ts';
import { createOperator, type Operator } from './operator.ts';
import { type Outage, startOutage } from './outage.ts';
import { type Access, type Credentials, createAccess, type OtherToken } from './pve/access.ts';
import { handlePve } from './pve/api.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { createNodeServer, type Incoming, type NodeServer } from './server.ts';
import { makeAwkward } from './world/awkward.ts';
import { calmDown } from './world/calm.ts';
import { places, type Release } from './world/catalogue.ts';
import { type Cluster, createCluster } from './world/cluster.ts';
import { addEverything } from './world/everything.ts';
import type { Node } from './world/node.ts';
import { loseNode, returnNode, startAll } from './world/node-loss.ts';

/**
 * `nodes` and `guests` are totals, spread over `clusters`. A cluster of one node is a host without a cluster.
 * `port`: 0 = free ones. Otherwise every node listens on that port, each on its own loopback address.
 * `clock`: milliseconds. All answers depend only on it and on `seed`.
 * `version`: the release of every cluster. Without it they alternate between 9.2, 8.4 and 7.4.
 * `everything`: also rare things and faults, see world/everything.ts.
 * `awkward`: by chance, what real hosts do and nobody plans, see world/awkward.ts.
 * `plain`: no names and notes that break careless software.
 * `calm`: nothing is wrong, unless a script of troubles says so.
 * `skewMs`: how far the clocks of the hosts are ahead.
 * `authDelayMs`: how long a refused login takes. On a real server it takes three seconds.
 * `certificateDays`: how long the certificates of these nodes are valid, by name. The others are valid for two years.
 */
export type LabOptions = {
  nodes?: number;
  guests?: number;
  clusters?: number;
  seed?: number;
  port?: number;
  clock?: () => number;
  version?: Release;
  everything?: boolean;
  awkward?: boolean;
  plain?: boolean;
  calm?: boolean;
  skewMs?: number;
  authDelayMs?: number;
  certificateDays?: Record<string, number>;
};

/** The configuration of a host in the product. */
export type NodeConfig = {
  type: 'pve';
  name: string;
  host: string;
  user: string;
  password: string;
  tokenName: string;
  tokenValue: string;
  fingerprint: string;
  verifySSL: false;
};
type MemberEndpoint = { node: string; host: string; fingerprint: string };
/** The configuration of a cluster in the product, with its release and all its members. */
export type LabInstance = NodeConfig & { release: Release; members: MemberEndpoint[] };

export type Lab = Operator & {
  instances: LabInstance[];
  clusters: Cluster[];
  /** Milliseconds. */
  clock: () => number;
  requests: RequestLog;
  /** Resolves when the fault is active. `die` and `otherHost` cut the connections of the node. Names are unique in a lab. */
  fault(nodeName: string, fault: Fault): Promise<void>;
  heal(nodeName: string): Promise<void>;
  /** Cuts the power of a node and gives it back. Its guests do not start by themselves; see `world/node-loss.ts`. */
  unplug(nodeName: string): Promise<void>;
  plugIn(nodeName: string): Promise<void>;
  /**
   * Calls with a matching template, such as `/nodes/{node}/storage`, are accepted but never answered. Undefined: all
   * are answered.
   */
  silence(calls: RegExp | undefined): void;
  /** A token of all clusters without these privileges. Its sets may be changed while it is in use. */
  tokenWithout(...lacks: string[]): OtherToken;
  /** A token of all clusters with additional privileges. */
  tokenWith(...adds: string[]): OtherToken;
  faultOf(nodeName: string): Fault | undefined;
  /** Sets how far the clocks of a cluster are ahead, in milliseconds, beside `skewMs` of the options. */
  setSkew(instance: string, ms: number): void;
  /** Gives a node a new certificate that is valid for that number of days. Its fingerprint changes, as on a real host. */
  renewCertificate(nodeName: string, days: number): Promise<void>;
  /** Makes all clusters accept a token with this value and any name. */
  acceptToken(value: string): void;
  stop(): Promise<void>;
};

type Place = { cluster: Cluster; node: Node; server: NodeServer };
const credentials: Credentials = {
  user: 'belfry@pve',
  password: 'lab-password',
  tokenName: 'belfry@pve!lab',
  tokenValue: '6c1f2c9e-0d2a-4c0b-9a53-1ab000000001',
};
const alternating: readonly Release[] = [9.2, 8.4, 7.4];

export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const { port = 0, clock = Date.now, skewMs = 0, authDelayMs = 3000, certificateDays = {} } = options;
  const now = () => Math.floor((clock() + skewMs) / 1000);
  const skews = new Map<string, number>();
  const nowIn = ({ name }: Cluster) => Math.floor((clock() + skewMs + (skews.get(name) ?? 0)) / 1000);
  const requests = createRequestLog(clock);
  const faults = new Map<string, Fault>();
  const outages = new Map<string, Outage>();
  const closing = new AbortController();
  const made = new Set<string>();
  const authority = await createAuthority();

  const clusters = planClusters(options, now());
  const others: OtherToken[] = [];
  let silenced: RegExp | undefined;

  async function respond(cluster: Cluster, access: Access, node: Node, request: Incoming): Promise<Answer | 'never'> {
    const handling = handlePve(cluster, access, node, request, nowIn(cluster));
    const { template, target, delayed } = handling;
    const answer = silenced?.test(template) ? 'never' : handling.answer;
    requests.note(cluster.name, node.name, template, answer === 'never' ? 0 : answer.status);
    if (answer === 'never') return answer;
    if (delayed) await delay(authDelayMs, undefined, { signal: closing.signal });
    const own = faults.get(node.name);
    const theirs = target === node ? undefined : faults.get(target.name);
    const forwarded =
      theirs === undefined || isOffline(theirs) ? answer : await applyFault(theirs, answer, closing.signal);
    return own === undefined || forwarded === 'never' ? forwarded : applyFault(own, forwarded, closing.signal);
  }

  async function open(cluster: Cluster, nth: number): Promise<Place[]> {
    const access = createAccess(credentials, others, made);
    const members = await openMembers(cluster.nodes, port, nth, async (node, address) => {
      const certificate = await createCertificate(node.name, address, certificateDays[node.name], authority);
      const connected = () => requests.connected(node.name);
      return createNodeServer(
        certificate,
        (request) => respond(cluster, access, node, request),
        connected,
        () => nowIn(cluster),
      );
    });
    return members.map(({ owner: node, address, port, server }) => {
      Object.assign(node, { address, port, fingerprint: server.fingerprint });
      return { cluster, node, server };
    });
  }

  const opened = await Promise.all(clusters.map(open));
  const byNode = new Map(opened.flat().map((place) => [place.node.name, place]));
  const placeOf = (name: string): Place => {
    const place = byNode.get(name);
    if (!place) throw new Error(`no node ${name} in the lab; there are ${[...byNode.keys()].join(', ')}`);
    return place;
  };

  function addToken({ lacks = [], adds = [] }: { lacks?: string[]; adds?: string[] }): OtherToken {
    const name = `belfry@pve!other${others.length}`;
    const token = { name, value: credentials.tokenValue, lacks: new Set(lacks), adds: new Set(adds) };
    others.push(token);
    return token;
  }

  /** From now on nothing, or another host, listens at the address of the node. */
  async function unplug(name: string, fault: OfflineFault = 'die'): Promise<void> {
    const { cluster, node, server } = placeOf(name);
    if (outages.has(name)) return;
    faults.set(name, fault);
    loseNode(node, now());
    const note = (path: string, status: number) => requests.note(cluster.name, name, path, status);
    const { address, port } = node;
    outages.set(name, await startOutage(fault, { server, address, port, note }));
  }

  async function plugIn(name: string): Promise<void> {
    placeOf(name);
    const outage = outages.get(name);
    faults.delete(name);
    outages.delete(name);
    await outage?.end();
  }

  async function heal(name: string): Promise<void> {
    const { cluster, node } = placeOf(name);
    startAll(cluster, returnNode(cluster, node, now()), now());
    await plugIn(name);
  }

  for (const { node } of [...byNode.values()])
    if (!node.online) {
      // lost from the beginning, at the time that it says
      const { lostAt } = node;
      node.online = true;
      await unplug(node.name);
      node.lostAt = lostAt;
    }

  return {
    ...createOperator(clusters, now),
    instances: clusters.map((cluster) => instanceOf(cluster)),
    clusters,
    clock,
    requests,
    tokenWithout: (...lacks) => addToken({ lacks }),
    tokenWith: (...adds) => addToken({ adds }),
    silence(calls) {
      silenced = calls;
    },
    heal,
    acceptToken: (value) => void made.add(value),
    faultOf: (name) => faults.get(placeOf(name).node.name),
    setSkew: (instance, ms) => void skews.set(instance, ms),
    async renewCertificate(name, days) {
      const { node, server } = placeOf(name);
      const certificate = await createCertificate(name, node.address, days, authority);
      server.renew(certificate);
      node.fingerprint = certificate.fingerprint;
    },
    unplug,
    plugIn,
    async fault(name, fault) {
      await heal(name);
      if (isOffline(fault)) await unplug(name, fault);
      else faults.set(name, fault);
    },
    async stop() {
      closing.abort();
      await Promise.all([...byNode.values()].map(({ server }) => server.close()));
      await Promise.all([...outages.values()].map((outage) => outage.close()));
    },
  };
}

/** Spreads the totals of the options evenly over the clusters. */
function planClusters(options: LabOptions, since: number): Cluster[] {
  const { clusters: count = 1, seed = 1, plain = false } = options;
  const nodes = Math.max(count, options.nodes ?? count * 3);
  const guests = options.guests ?? nodes * 10;
  if (nodes / count > 250) throw new Error('a cluster of the lab has at most 250 nodes');
  return Array.from({ length: count }, (_, i) => {
    const name = i < places.length ? `pve-${places[i]}` : `pve-site-${i + 1}`;
    const share = (total: number) => Math.floor((total * (i + 1)) / count) - Math.floor((total * i) / count);
    const names = Array.from({ length: share(nodes) }, (_, n) => `${name}-${String(n + 1).padStart(2, '0')}`);
    const release = options.version ?? alternating[i % alternating.length] ?? 9.2;
    const cluster = createCluster({ name, nodes: names, guests: share(guests), seed, release, since, plain });
    if (options.everything) addEverything(cluster);
    if (options.awkward && !options.calm) makeAwkward(cluster);
    if (options.calm) calmDown(cluster);
    return cluster;
  });
}

function instanceOf(cluster: Cluster): LabInstance {
  const members = cluster.nodes.map((n) => ({
    node: n.name,
    host: `https://${n.address}:${n.port}`,
    fingerprint: n.fingerprint,
  }));
  const { host = '', fingerprint = '' } = members[0] ?? {};
  return {
    type: 'pve',
    name: cluster.name,
    host,
    ...credentials,
    fingerprint,
    verifySSL: false,
    release: cluster.release,
    members,
  };
}

/** Only the fields of the configuration in the product. */
export function nodeConfig({ release: _release, members: _members, ...config }: LabInstance): NodeConfig {
  return config;
}
