// Calls about the whole cluster.
import { createHash } from 'node:crypto';
import { ok, type Reply, refuse } from '../answer.ts';
import { isYes } from '../router.ts';
import { type Cluster, isQuorate } from '../world/cluster.ts';
import type { Node } from '../world/node.ts';
import { between } from '../world/walk.ts';
import { type Call, nodeOf, type PveRoute } from './call.ts';
import { exportMetrics } from './metrics-export.ts';
import { resources } from './resources.ts';

function status({ cluster, asked }: Call) {
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

function join({ cluster, asked }: Call) {
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

const OLD = 'old timestamp - dead?';

function highAvailability({ cluster, asked, now }: Call) {
  const quorate = isQuorate(cluster);
  const died = cluster.managersDiedAt;
  const said = (time: number) => new Date(time * 1000).toUTCString();
  const guests = [...cluster.guests.values()].filter((g) => g.ha !== undefined);
  const services = guests.map((g) => {
    const sid = `${g.kind === 'qemu' ? 'vm' : 'ct'}:${g.vmid}`;
    const shown = { sid, state: g.ha, crm_state: g.ha, request_state: 'started', max_restart: 1, max_relocate: 1 };
    return { type: 'service', id: `service:${sid}`, node: g.node, status: `${sid} (${g.node}, ${g.ha})`, ...shown };
  });
  const [master] = cluster.nodes.filter((n) => n.online);
  const doing = (n: Node) => (guests.some((g) => g.node === n.name) ? 'active' : 'idle');
  // A node that is lost no longer writes its status, which counts as old after thirty seconds.
  const local = cluster.nodes.map((n) => {
    const timestamp = n.online ? (n === cluster.nodes.at(-1) && died) || now : (n.lostAt ?? now);
    const word = now - timestamp > 30 ? OLD : doing(n);
    const status = `${n.name} (${word}, ${said(timestamp)})`;
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
            status: `${master.name} (${died ? OLD : 'active'}, ${said(died ?? now)})`,
            timestamp: died ?? now,
          },
        ]
      : []),
    ...local,
    ...services,
  ];
}

/** The replication jobs of the guests on that node and their results. A job runs every 15 minutes, or every 5 while it fails. */
function replications(call: Call) {
  const { cluster, now, may } = call;
  const node = nodeOf(call).name;
  const quarter = now - (now % 900);
  const retry = now - (now % 300);
  return cluster.replications
    .filter(({ vmid }) => may('VM.Audit') && cluster.guests.get(vmid)?.node === node)
    .map(({ id, vmid, failCount = 0, error, stoppedAt, neverRan, ...job }) => ({
      id,
      type: 'local',
      guest: vmid,
      jobnum: Number(id.split('-')[1]),
      source: node,
      ...job,
      vmtype: cluster.guests.get(vmid)?.kind,
      ...(neverRan
        ? { last_sync: 0, last_try: 0, next_sync: 900 }
        : stoppedAt !== undefined
          ? { last_sync: stoppedAt, last_try: stoppedAt, next_sync: stoppedAt + 900 }
          : {
              last_sync: quarter - 900 * failCount,
              last_try: failCount > 0 ? retry : quarter,
              next_sync: failCount > 0 ? retry + 300 : quarter + 900,
            }),
      duration: 4.2,
      fail_count: failCount,
      ...(error !== undefined && { error }),
    }));
}

/**
 * `datacenter.cfg`. Until release 7.2 it needs Sys.Audit. Since then every account may read the tags and their style.
 */
function options({ guests, release, seed }: Cluster, mayAudit: boolean): Reply {
  if (!mayAudit && release < 7.4) return refuse(403, 'Permission check failed (/, Sys.Audit)');
  const tags = [...new Set([...guests.values()].flatMap((guest) => guest.tags))].sort();
  const network = `10.${between(41, 60, seed, 'migration')}.0.0/24`;
  return ok({
    ...(mayAudit && { keyboard: 'en-us', mac_prefix: 'BC:24:11', migration: { type: 'secure', network } }),
    ...(release >= 7.4 && {
      'tag-style': { shape: 'full', 'color-map': 'critical:d32f2f:ffffff;staging:ffb300' },
      'allowed-tags': tags,
    }),
  });
}

/** Without the privilege a row is left out. The row of a node remains, without its figures. */
const maySee = ({ type }: Record<string, unknown>, may: Call['may']): boolean => {
  if (type === 'qemu' || type === 'lxc') return may('VM.Audit');
  return type === 'storage' ? may('Datastore.Audit') : true;
};

export const clusterRoutes: PveRoute[] = [
  { path: '/cluster/status', needs: ['/', 'Sys.Audit'], answer: (call) => ok(status(call)) },
  {
    path: '/cluster/config/join',
    needs: ['/', 'Sys.Audit'],
    params: { node: { rule: 'string' } },
    answer: (call) =>
      call.cluster.nodes.length > 1 ? ok(join(call)) : refuse(500, 'node is not in a cluster, no join info available!'),
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
      const only = params['node-list']?.split(',');
      const nodes = isYes(params['local-only']) ? [asked] : cluster.nodes.filter((n) => !only || only.includes(n.name));
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
  { path: '/cluster/ha/status/current', needs: ['/', 'Sys.Audit'], answer: (call) => ok(highAvailability(call)) },
  {
    path: '/cluster/replication',
    answer: ({ cluster, may }) =>
      ok(
        (may('VM.Audit') ? cluster.replications : []).map(({ id, vmid, target, schedule }) => ({
          id,
          type: 'local',
          guest: vmid,
          jobnum: Number(id.split('-')[1]),
          target,
          schedule,
        })),
      ),
  },
  {
    path: '/nodes/{node}/replication',
    params: { guest: { rule: 'integer' } },
    answer: (call) => ok(replications(call)),
  },
  { path: '/cluster/options', answer: ({ cluster, may }) => options(cluster, may('Sys.Audit')) },
  {
    path: '/cluster/nextid',
    params: { vmid: { rule: 'integer' } },
    answer: ({ cluster }) => ok(String(Math.max(99, ...cluster.guests.keys()) + 1)),
  },
];
