// Every call of Proxmox Backup Server that the lab answers.
import { ok, type Reply, refuse } from '../answer.ts';
import { type Call, mayAudit, mayEnter, type PbsRoute, withNamespace, withStore } from './call.ts';
import { gcStatus, usage, visible } from './datastores.ts';
import { historyRoutes } from './history.ts';
import { gcJobs, jobsOf, remotes, syncs, tapeJobs } from './job-list.ts';
import { disks, services } from './machine.ts';
import { nodeFigures, root, swap } from './node-figures.ts';
import { rightsOf } from './rights.ts';
import { settingsRoutes } from './routes-settings.ts';
import { group, snapshots } from './snapshots.ts';
import { taskLog, tasks } from './tasks.ts';

const text = { rule: 'string' } as const;
const type = { rule: ['vm', 'ct', 'host'] } as const;

const versions: Record<number, { version: string; release: string; repoid: string }> = {
  2.4: { version: '2.4', release: '7', repoid: 'f05085d9d4c27d38e2f5cd0bcb4b3b5bb8f4a7c6' },
  3.2: { version: '3.2', release: '7', repoid: '91d19a2b4f0ad8d4f94a29ef0d9b5e27c1c0fd3e' },
  4.1: { version: '4.1', release: '2', repoid: '6d0e4e0b8fbb7b5f54d1f65b2ff8f2f4e3a3c111' },
};

function nodeStatus({ world, now, role }: Call): Reply {
  if (!mayAudit(role)) return refuse(403, 'permission check failed');
  return ok({
    ...nodeFigures(world.seed, now),
    wait: 0.001,
    uptime: now - world.bootedAt,
    loadavg: [0.12, 0.18, 0.21],
    swap,
    root,
    kversion: 'Linux 6.8.12-2-pve #1 SMP PREEMPT_DYNAMIC PMX 6.8.12-2',
    'current-kernel': { sysname: 'Linux', release: '6.8.12-2-pve', version: '#1 SMP', machine: 'x86_64' },
    cpuinfo: { model: 'Intel(R) N100', sockets: 1, cpus: 4 },
    info: { fingerprint: world.fingerprint?.toLowerCase() ?? 'aa:bb' },
    'boot-info': { mode: 'efi', secureboot: false },
  });
}

const login = {
  username: { rule: 'string', required: true },
  password: text,
  path: text,
  privs: text,
  port: { rule: 'integer' },
  'tfa-challenge': text,
} as const;

/** A release without namespaces, directions or the list of garbage collections refuses the call or the parameter. */
export const pbsRoutes = (release: number): PbsRoute[] => {
  const ns = { ns: text };
  return [
    { path: '/version', answer: ({ world }) => ok(versions[world.release]) },
    {
      path: '/access/ticket',
      method: 'POST',
      public: true,
      params: { ...login, ...(release >= 4 && { 'http-only': { rule: 'boolean' } as const }) },
      answer({ access, now, world }, params) {
        if (world.isDaemonDown) return refuse(400, 'client error (Connect)');
        const ticket = access.login(params.username ?? '', params.password ?? '', now);
        return ticket ? ok(ticket) : refuse(401, 'permission check failed.');
      },
    },
    { path: '/access/permissions', params: { path: text, 'auth-id': text }, answer: (call) => ok(rightsOf(call)) },
    { path: '/status/datastore-usage', answer: (call) => ok(visible(call).map((store) => usage(store, call))) },
    {
      path: '/admin/datastore',
      answer: (call) =>
        ok(
          visible(call).map((store) => ({
            store: store.name,
            ...(store.comment && { comment: store.comment }),
            ...(store.maintenance && { maintenance: store.maintenance }),
            ...(release >= 3.3 && { 'mount-status': store.isUnmounted ? 'notmounted' : 'nonremovable' }),
            ...(release >= 4 && { 'backend-type': 'filesystem' }),
          })),
        ),
    },
    {
      path: '/admin/datastore/{store}/namespace',
      params: { parent: text, 'max-depth': { rule: 'integer' } },
      answer: (call) =>
        withStore(call, (store) =>
          ok(call.shuffled([...store.namespaces.keys()].filter((ns) => mayEnter(call, ns))).map((ns) => ({ ns }))),
        ),
    },
    {
      path: '/admin/datastore/{store}/groups',
      params: ns,
      answer: (call, params) => withNamespace(call, params.ns, (groups) => ok(call.shuffled(groups).map(group))),
    },
    {
      path: '/admin/datastore/{store}/snapshots',
      params: { ...ns, 'backup-type': type, 'backup-id': text },
      answer: (call, params) => withNamespace(call, params.ns, (groups) => snapshots(call, groups, params)),
    },
    {
      path: '/admin/datastore/{store}/gc',
      answer: (call) => withStore(call, (store) => ok(gcJobs(call, store.name)[0] ?? gcStatus(store, call.now))),
    },
    {
      path: '/admin/sync',
      params: { store: text, ...(release >= 3.3 && { 'sync-direction': { rule: ['all', 'push', 'pull'] } as const }) },
      answer: (call, params) => syncs(call, params['sync-direction']),
    },
    { path: '/admin/verify', params: { store: text }, answer: jobsOf('verify', 'verificationjob') },
    { path: '/admin/prune', params: { store: text }, answer: jobsOf('prune', 'prunejob') },
    {
      path: '/admin/gc',
      since: 3.2,
      params: { store: text },
      answer: (call) => ok(call.role === 'none' ? [] : gcJobs(call)),
    },
    { path: '/config/remote', answer: remotes },
    { path: '/tape/backup', answer: tapeJobs },
    { path: '/nodes/{node}/status', answer: nodeStatus },
    { path: '/nodes/{node}/time', answer: ({ now }) => ok({ time: now, localtime: now, timezone: 'Etc/UTC' }) },
    {
      path: '/nodes/{node}/tasks',
      params: { typefilter: text, since: { rule: 'integer' }, limit: { rule: 'integer' }, errors: { rule: 'boolean' } },
      answer: tasks,
    },
    {
      path: '/nodes/{node}/tasks/{upid}/log',
      params: { start: { rule: { min: 0 } }, limit: { rule: { min: 0 } } },
      answer: taskLog,
    },
    { path: '/nodes/{node}/services', answer: services },
    { path: '/nodes/{node}/disks/list', params: { skipsmart: { rule: 'boolean' } }, answer: disks },
    ...historyRoutes,
    ...settingsRoutes(release),
  ];
};
