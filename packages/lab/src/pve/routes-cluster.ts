// Calls about the whole cluster.
import { createHash } from 'node:crypto';
import { ok, refuse } from '../answer.ts';
import { isYes } from '../router.ts';
import { isQuorate } from '../world/cluster.ts';
import type { Call, PveRoute } from './call.ts';
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

function highAvailability({ cluster, asked, now }: Call) {
  const quorate = isQuorate(cluster);
  const seen = new Date(now * 1000).toUTCString();
  const local = cluster.nodes.map((n) => ({
    type: 'lrm',
    id: `lrm:${n.name}`,
    node: n.name,
    status: n.online ? `${n.name} (idle, ${seen})` : `${n.name} (old timestamp - dead?, ${seen})`,
    timestamp: now,
  }));
  return [
    {
      type: 'quorum',
      id: 'quorum',
      node: asked.name,
      status: quorate ? 'OK' : 'No quorum on node',
      quorate: quorate ? 1 : 0,
    },
    ...local,
  ];
}

export const clusterRoutes: PveRoute[] = [
  { path: '/cluster/status', answer: (call) => ok(status(call)) },
  {
    path: '/cluster/config/join',
    params: { node: { rule: 'string' } },
    answer: (call) =>
      call.cluster.nodes.length > 1 ? ok(join(call)) : refuse(500, 'node is not in a cluster, no join info available!'),
  },
  {
    path: '/cluster/resources',
    params: { type: { rule: ['vm', 'storage', 'node', 'sdn'] } },
    answer: ({ cluster, now }, params) => ok(resources(cluster, now, params.type)),
  },
  {
    path: '/cluster/metrics/export',
    since: 8.3,
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
  { path: '/cluster/ha/status/current', answer: (call) => ok(highAvailability(call)) },
  {
    path: '/cluster/nextid',
    params: { vmid: { rule: 'integer' } },
    answer: ({ cluster }) => ok(String(Math.max(99, ...cluster.guests.keys()) + 1)),
  },
];
