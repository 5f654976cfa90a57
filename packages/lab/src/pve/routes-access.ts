// Version, login, rights.
import { ok, refuse } from '../answer.ts';
import { releases } from '../world/catalogue.ts';
import type { Cluster } from '../world/cluster.ts';
import type { Call, PveRoute } from './call.ts';

export const version = ({ cluster }: Call) => {
  const { version, repoid } = releases[cluster.release];
  return { version, release: cluster.release.toFixed(1), repoid };
};

/** The privileges of the role PVEAuditor, and the additional ones for agents and backups. */
export const usualRights = (cluster: Cluster): string[] => [
  'Datastore.Allocate',
  'Datastore.AllocateSpace',
  'Datastore.AllocateTemplate',
  'Datastore.Audit',
  'Pool.Audit',
  'SDN.Audit',
  'Sys.Audit',
  'VM.Audit',
  ...(cluster.release >= 9 ? ['VM.GuestAgent.Audit'] : ['VM.Monitor']),
];

const paths = ['/', '/access', '/nodes', '/pool', '/sdn', '/storage', '/vms'];

export const accessRoutes: PveRoute[] = [
  { path: '/version', answer: (call) => ok(version(call)) },
  {
    path: '/access/ticket',
    method: 'POST',
    public: true,
    params: {
      username: { rule: 'string', required: true },
      password: { rule: 'string', required: true },
      realm: { rule: 'string' },
      otp: { rule: 'string' },
      path: { rule: 'string' },
      privs: { rule: 'string' },
      'new-format': { rule: 'boolean' },
      'tfa-challenge': { rule: 'string' },
    },
    answer({ access, cluster, now }, params) {
      const name = params.username ?? '';
      const username = name.includes('@') || !params.realm ? name : `${name}@${params.realm}`;
      const ticket = access.login(username, params.password ?? '', now);
      if (!ticket) return refuse(401, 'authentication failure');
      const cap = {
        vms: { 'VM.Audit': 1 },
        storage: { 'Datastore.Audit': 1 },
        nodes: { 'Sys.Audit': 1 },
        dc: { 'Sys.Audit': 1 },
        access: {},
      };
      return ok({ username, ...ticket, ...(cluster.nodes.length > 1 && { clustername: cluster.name }), cap });
    },
  },
  { path: '/access/ticket', public: true, answer: () => ok(null) },
  {
    path: '/access/permissions',
    params: { path: { rule: 'string' }, userid: { rule: 'string' } },
    answer(call, params) {
      const granted = Object.fromEntries([...call.rights].map((right) => [right, 1]));
      const asked = params.path === undefined ? paths : [params.path];
      return ok(Object.fromEntries(asked.map((path) => [path, granted])));
    },
  },
];
