// The calls about the whole cluster.
import { createHash } from 'node:crypto';
import { ok, type Reply, refuse } from '../answer.ts';
import { isYes } from '../router.ts';
import { type Cluster, isQuorate, type Replication } from '../world/cluster.ts';
import type { Node } from '../world/node.ts';
import { edited, editedObject } from '../world/settings.ts';
import { between } from '../world/walk.ts';
import { type Call, nodeOf, type PveRoute } from './call.ts';
import { exportMetrics } from './metrics-export.ts';
import { resources } from './resources.ts';

/** A row for each node. Before them, a cluster of two or more nodes has a row for itself. */
function clusterStatus({ cluster, asked }: Call) {
  const { nodes, name } = cluster;
  const head = {
    type: 'cluster',
    id: 'cluster',
    name,
    version: nodes.length + 1,
    nodes: nodes.length,
    quorate: isQuorate(cluster) ? 1 : 0,
  };
  const members = nodes.map((n) => ({
    type: 'node',
    id: `node/${n.name}`,
    name: n.name,
    nodeid: nodes.length > 1 ? n.nodeid : 0,
    ip: n.address,
    local: n === asked ? 1 : 0,
    online: n.online ? 1 : 0,
    level: '',
  }));
  return nodes.length > 1 ? [head, ...members] : members;
}

function joinInfo({ cluster, asked }: Call) {
  const nodelist = cluster.nodes.map((n) => ({
    name: n.name,
    nodeid: String(n.nodeid),
    quorum_votes: '1',
    ring0_addr: n.address,
    pve_addr: n.address,
    pve_fp: n.fingerprint,
  }));
  const totem = {
    cluster_name: cluster.name,
    config_version: String(nodelist.length + 1),
    ip_version: 'ipv4-6',
    secauth: 'on',
    version: '2',
  };
  const digest = createHash('sha1').update(JSON.stringify(nodelist)).digest('hex');
  return { config_digest: digest, nodelist, preferred_node: asked.name, totem };
}

const OLD_TIMESTAMP = 'old timestamp - dead?';

/** The rows of the HA status: the quorum, the master (CRM), the local manager (LRM) of each node, and a service per guest. */
function haStatus({ cluster, asked, now }: Call) {
  const quorate = isQuorate(cluster);
  const { managersDiedAt } = cluster;
  const utcText = (epochSeconds: number) => new Date(epochSeconds * 1000).toUTCString();
  const guests = [...cluster.guests.values()].filter((g) => g.ha !== undefined);
  const services = guests.map((g) => {
    const sid = `${g.kind === 'qemu' ? 'vm' : 'ct'}:${g.vmid}`;
    return {
      type: 'service',
      id: `service:${sid}`,
      node: g.node,
      status: `${sid} (${g.node}, ${g.ha})`,
      sid,
      state: g.ha,
      crm_state: g.ha,
      request_state: 'started',
      max_restart: 1,
      max_relocate: 1,
    };
  });
  const master = cluster.nodes.find((n) => n.online);
  const modeOf = (n: Node) => (guests.some((g) => g.node === n.name) ? 'active' : 'idle');
  // A lost node and a dead manager no longer write their status. A status is old after 30 seconds. `managersDiedAt` is about
  // the master and the last node.
  const localManagers = cluster.nodes.map((n) => {
    const isLast = n === cluster.nodes.at(-1);
    const timestamp = n.online ? (isLast && managersDiedAt) || now : (n.lostAt ?? now);
    const mode = now - timestamp > 30 ? OLD_TIMESTAMP : modeOf(n);
    const status = `${n.name} (${mode}, ${utcText(timestamp)})`;
    return { type: 'lrm', id: `lrm:${n.name}`, node: n.name, status, timestamp };
  });
  return [
    {
      type: 'quorum',
      id: 'quorum',
      node: asked.name,
      status: quorate ? 'OK' : `No quorum on node '${asked.name}'!`,
      quorate: quorate ? 1 : 0,
    },
    ...(guests.length > 0 && master
      ? [
          {
            type: 'master',
            id: 'master',
            node: master.name,
            status: `${master.name} (${managersDiedAt ? OLD_TIMESTAMP : 'active'}, ${utcText(managersDiedAt ?? now)})`,
            timestamp: managersDiedAt ?? now,
          },
        ]
      : []),
    ...localManagers,
    ...services,
  ];
}

/** The replication jobs of one cluster as its configuration lists them, without results. */
const replicationJobs = ({ cluster, may }: Call) =>
  (may('VM.Audit') ? cluster.replications : []).map(({ id, vmid, target, schedule }) => ({
    id,
    type: 'local',
    guest: vmid,
    jobnum: jobNumber(id),
    target,
    schedule,
  }));

/** The id of a replication job is the number of its guest, a dash and the number of the job. */
const jobNumber = (id: string) => Number(id.split('-')[1]);

const RUN_EVERY_S = 900;
const RETRY_EVERY_S = 300;

/** When a replication job ran last and runs next, in epoch seconds. 0: never. */
function replicationTimes({ failCount = 0, stoppedAt, neverRan }: Replication, now: number) {
  if (neverRan) return { last_sync: 0, last_try: 0, next_sync: RUN_EVERY_S };
  if (stoppedAt !== undefined) return { last_sync: stoppedAt, last_try: stoppedAt, next_sync: stoppedAt + RUN_EVERY_S };
  const lastRun = now - (now % RUN_EVERY_S);
  if (failCount === 0) return { last_sync: lastRun, last_try: lastRun, next_sync: lastRun + RUN_EVERY_S };
  const lastRetry = now - (now % RETRY_EVERY_S);
  return {
    last_sync: lastRun - RUN_EVERY_S * failCount,
    last_try: lastRetry,
    next_sync: lastRetry + RETRY_EVERY_S,
  };
}

/** The replication jobs of the guests on the node in the path, with their results. */
function replicationStatus(call: Call) {
  const { cluster, now, may } = call;
  const node = nodeOf(call).name;
  return cluster.replications
    .filter(({ vmid }) => may('VM.Audit') && cluster.guests.get(vmid)?.node === node)
    .map((job) => ({
      id: job.id,
      type: 'local',
      guest: job.vmid,
      jobnum: jobNumber(job.id),
      source: node,
      target: job.target,
      schedule: job.schedule,
      vmtype: cluster.guests.get(job.vmid)?.kind,
      ...replicationTimes(job, now),
      duration: 4.2,
      fail_count: job.failCount ?? 0,
      ...(job.error !== undefined && { error: job.error }),
    }));
}

/**
 * The options of `datacenter.cfg`. Without Sys.Audit, release 7.2 refuses the call, and later releases return only the tags and
 * their style.
 */
function datacenterOptions({ edits, guests, release, seed }: Cluster, mayAudit: boolean): Reply {
  if (!mayAudit && release < 7.4) return refuse(403, 'Permission check failed (/, Sys.Audit)');
  const tags = [...new Set([...guests.values()].flatMap((guest) => guest.tags))].sort();
  const network = `10.${between(41, 60, seed, 'migration')}.0.0/24`;
  const options = {
    ...(mayAudit && { keyboard: 'en-us', mac_prefix: 'BC:24:11', migration: { type: 'secure', network } }),
    ...(release >= 7.4 && {
      'tag-style': { shape: 'full', 'color-map': 'critical:d32f2f:ffffff;staging:ffb300' },
      'allowed-tags': tags,
    }),
  };
  return ok(mayAudit ? editedObject(edits, '/cluster/options', options) : options);
}

/** Whether the account may see that row of /cluster/resources. Every account sees the nodes. */
const maySee = ({ type }: Record<string, unknown>, may: Call['may']): boolean => {
  if (type === 'qemu' || type === 'lxc') return may('VM.Audit');
  return type === 'storage' ? may('Datastore.Audit') : true;
};

export const clusterRoutes: PveRoute[] = [
  { path: '/cluster/status', needs: ['/', 'Sys.Audit'], answer: (call) => ok(clusterStatus(call)) },
  {
    path: '/cluster/config/join',
    needs: ['/', 'Sys.Audit'],
    params: { node: { rule: 'string' } },
    answer: (call) =>
      call.cluster.nodes.length > 1
        ? ok(joinInfo(call))
        : refuse(500, 'node is not in a cluster, no join info available!'),
  },
  {
    path: '/cluster/resources',
    params: { type: { rule: ['vm', 'storage', 'node', 'sdn'] } },
    answer: ({ cluster, now, may }, params) =>
      ok(resources(cluster, now, params.type).filter((row) => maySee(row, may))),
  },
  {
    path: '/cluster/metrics/export',
    since: 8.3,
    needs: ['/', 'Sys.Audit'],
    params: {
      history: { rule: 'boolean' },
      'local-only': { rule: 'boolean' },
      'start-time': { rule: 'integer' },
      'node-list': { rule: 'string' },
    },
    answer({ cluster, asked, now }, params) {
      const names = params['node-list']?.split(',');
      const nodes = isYes(params['local-only'])
        ? [asked]
        : cluster.nodes.filter((n) => !names || names.includes(n.name));
      const start = params['start-time'];
      const data = exportMetrics(
        cluster,
        nodes,
        now,
        isYes(params.history),
        start === undefined ? undefined : Number(start),
      );
      return ok({ data });
    },
  },
  { path: '/cluster/ha/status/current', needs: ['/', 'Sys.Audit'], answer: (call) => ok(haStatus(call)) },
  {
    path: '/cluster/replication',
    answer: (call) => ok(edited(call.cluster.edits, '/cluster/replication', 'id', replicationJobs(call))),
  },
  {
    path: '/nodes/{node}/replication',
    params: { guest: { rule: 'integer' } },
    answer: (call) => ok(replicationStatus(call)),
  },
  { path: '/cluster/options', answer: ({ cluster, may }) => datacenterOptions(cluster, may('Sys.Audit')) },
  {
    path: '/cluster/nextid',
    params: { vmid: { rule: 'integer' } },
    answer: ({ cluster }) => ok(String(Math.max(99, ...cluster.guests.keys()) + 1)),
  },
];
