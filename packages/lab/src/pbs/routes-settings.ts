// Configurations of a backup server that nothing but a journal of changes reads. Lists leave out what the account may not see.
import { ok, refuse } from '../answer.ts';
import type { Row } from '../world/settings.ts';
import { type Answered, settingsOf } from '../world/settings-list.ts';
import type { Call, PbsRoute } from './call.ts';
import type { Job } from './job.ts';
import { mayUse } from './rights.ts';

/** Calls about the machine are refused, lists are empty. */
const REFUSED = /^\/nodes|^\/admin|notifications/;

const route = settingsOf<Call>({
  edits: ({ world }) => world.edits,
  shuffled: (call, rows) => call.shuffled(rows),
  pathOf: (_call, template) => template.replace('{node}', 'localhost'),
  refusal(call, path, sees) {
    if (sees === undefined || mayUse(call, sees)) return undefined;
    return REFUSED.test(path) ? refuse(403, 'permission check failed') : ok([]);
  },
});

const jobOf = ({ id, store, schedule, ns, comment, disable }: Job): Row => ({
  ...{ id, store, schedule },
  ...(ns && { ns }),
  ...(comment && { comment }),
  ...(disable && { disable }),
});

const listsOf = (release: number): readonly Answered<Call>[] => [
  {
    ...{ path: '/config/datastore', key: 'name', sees: 'Datastore.Audit' },
    rows: ({ world }) =>
      world.stores.map(({ name, comment, maintenance }) => ({
        ...{ name, path: `/mnt/${name}`, 'gc-schedule': 'daily', notify: 'gc=error,sync=error' },
        ...(comment && { comment }),
        ...(maintenance && { 'maintenance-mode': maintenance }),
      })),
  },
  {
    ...{ path: '/config/prune', key: 'id', sees: 'Datastore.Audit' },
    rows: ({ world }) => world.jobs.prune.map((job) => ({ ...jobOf(job), ...job.keep })),
  },
  {
    ...{ path: '/config/verify', key: 'id', sees: 'Datastore.Audit' },
    rows: ({ world }) => world.jobs.verify.map((job) => ({ ...jobOf(job), 'outdated-after': 30 })),
  },
  {
    ...{ path: '/config/sync', key: 'id', sees: 'Remote.Audit' },
    params: { ...(release >= 3.3 && { 'sync-direction': { rule: ['all', 'push', 'pull'] } }) },
    rows: ({ world }) =>
      world.jobs.sync.flatMap((job) =>
        job.remote?.direction === 'push' || job.remote?.id === undefined
          ? []
          : [{ ...jobOf(job), remote: job.remote.id, 'remote-store': job.remote.store }],
      ),
  },
  { path: '/config/tape-backup-job', key: 'id', sees: 'Tape.Audit', rows: () => [] },
  { path: '/config/media-pool', key: 'name', sees: 'Tape.Audit', rows: () => [] },
  {
    ...{ path: '/access/users', key: 'userid', sees: 'Sys.Audit' },
    params: { include_tokens: { rule: 'boolean' } },
    rows: () => [
      { userid: 'root@pam', enable: true, email: 'admin@example.net' },
      { userid: 'eve@pbs', enable: true, firstname: 'Eve', tokens: [{ tokenid: 'eve@pbs!mon', enable: true }] },
    ],
  },
  {
    ...{ path: '/access/acl', key: 'path ugid_type ugid roleid', sees: 'Sys.Audit' },
    rows: () => [{ path: '/', ugid_type: 'user', ugid: 'eve@pbs', roleid: 'Audit', propagate: true }],
  },
  {
    path: '/access/domains',
    key: 'realm',
    rows: () => [
      { realm: 'pam', type: 'pam', comment: 'Linux PAM' },
      { realm: 'pbs', type: 'pbs', default: true },
    ],
  },
  {
    path: '/nodes/{node}/network',
    key: 'name',
    sees: 'Sys.Audit',
    rows: ({ now }) => [
      {
        ...{ name: 'eno1', type: 'eth', method: 'static', cidr: '192.0.2.31/24', gateway: '192.0.2.1' },
        ...{ active: now % 2 === 0, autostart: true, altnames: [], options: [], options6: [] },
      },
    ],
  },
  {
    path: '/nodes/{node}/dns',
    sees: 'Sys.Audit',
    object: ({ now }) => ({ search: 'example.net', dns1: '192.0.2.53', digest: digestOf(now) }),
  },
  { path: '/nodes/{node}/config', sees: 'Sys.Audit', object: () => ({ description: 'The backup server' }) },
  {
    path: '/nodes/{node}/apt/versions',
    key: 'Package',
    sees: 'Sys.Audit',
    rows: ({ world }) =>
      ['proxmox-backup', 'proxmox-backup-server'].map((name) => ({
        ...{ Package: name, Title: name, Description: name, Origin: 'Proxmox', Arch: 'amd64', Section: 'admin' },
        ...{ Priority: 'optional', Version: '99.9', OldVersion: `${world.release}.0` },
      })),
  },
  { path: '/admin/traffic-control', key: 'name', sees: 'Sys.Audit', rows: () => [] },
  { path: '/admin/metrics', key: 'name', sees: 'Sys.Audit', since: 3.2, rows: () => [] },
  {
    path: '/config/notifications/targets',
    key: 'name',
    sees: 'Sys.Audit',
    since: 3.2,
    rows: () => [{ name: 'mail-to-root', type: 'sendmail', origin: 'builtin' }],
  },
  {
    path: '/config/notifications/matchers',
    key: 'name',
    sees: 'Sys.Audit',
    since: 3.2,
    rows: () => [{ name: 'default-matcher', target: ['mail-to-root'], mode: 'all', origin: 'builtin' }],
  },
];

const digestOf = (now: number): string => now.toString(16).padStart(64, '0');

export const settingsRoutes = (release: number): PbsRoute[] => listsOf(release).map(route);
