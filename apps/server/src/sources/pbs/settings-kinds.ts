// What the journal of changes knows of a backup server. Its certificate is known by its fingerprint, because the list of certificates needs
// a privilege to change them.
import { datastoreId } from '@belfry/domain/ids';
import { dnsFields, keeps, networkFields, networkSets, packages } from '../proxmox-api/machine-kinds.ts';
import type { Hint, SettingsKind } from '../proxmox-api/settings-kind.ts';

const AUDIT = [['/', 'Sys.Audit']] as const;
const STORES = [['/datastore/*', 'Datastore.Audit']] as const;
const REMOTES = [['/remote/*', 'Remote.Audit']] as const;
const NOTIFICATIONS = [['/system/notifications', 'Sys.Audit']] as const;

const own = { kind: 'backup-server', of: 'instance' } as const;
/** What has no page of its own is on the page of its server. */
const ofServer = { ...own, form: 'rows', about: (server: string) => server } as const;

const rates = ['rate-in', 'rate-out', 'burst-in', 'burst-out'];
const syncFields = [
  ...[
    'store',
    'ns',
    'remote',
    'remote-store',
    'remote-ns',
    'owner',
    'schedule',
    'max-depth',
    'group-filter',
    'comment',
  ],
  ...['remove-vanished', 'transfer-last', 'sync-direction', 'resync-corrupt', 'encrypted-only', 'verified-only'],
  ...['run-on-mount', 'unmount-on-done', 'worker-threads', ...rates],
];
const sync = { ...ofServer, key: ['id'], only: syncFields, sets: ['group-filter'], needs: [...STORES, ...REMOTES] };

const datastores: readonly SettingsKind[] = [
  {
    ...own,
    what: 'datastore',
    path: '/config/datastore',
    form: 'rows',
    key: ['name'],
    only: [
      ...['path', 'comment', 'gc-schedule', 'prune-schedule', ...keeps, 'verify-new', 'maintenance-mode', 'tuning'],
      ...['notify', 'notify-user', 'notification-mode', 'notification-thresholds', 'backend', 'backing-device'],
      ...['gc-on-unmount', 'counter-reset-schedule'],
    ],
    sets: ['notify', 'tuning'],
    needs: STORES,
    about: datastoreId,
  },
  {
    ...ofServer,
    what: 'prune',
    path: '/config/prune',
    key: ['id'],
    only: ['store', 'ns', 'schedule', 'max-depth', 'disable', 'comment', ...keeps],
    needs: STORES,
  },
  {
    ...ofServer,
    what: 'verify',
    path: '/config/verify',
    key: ['id'],
    only: [
      ...['store', 'ns', 'schedule', 'max-depth', 'ignore-verified', 'outdated-after', 'comment'],
      ...['read-threads', 'verify-threads'],
    ],
    needs: STORES,
  },
  { ...sync, what: 'sync', path: '/config/sync' },
  // A server before 3.3 has no such jobs, and refuses the parameter.
  { ...sync, what: 'push', path: '/config/sync?sync-direction=push' },
  {
    ...ofServer,
    what: 'tape-job',
    path: '/config/tape-backup-job',
    key: ['id'],
    only: [
      ...['store', 'ns', 'pool', 'drive', 'schedule', 'max-depth', 'group-filter', 'comment', 'eject-media'],
      ...['export-media-set', 'latest-only', 'notification-mode', 'notify-user', 'worker-threads'],
    ],
    sets: ['group-filter'],
    needs: [['/tape/job/*', 'Tape.Audit']],
    isOptional: true,
  },
  {
    ...ofServer,
    what: 'media-pool',
    path: '/config/media-pool',
    key: ['name'],
    only: ['allocation', 'retention', 'template', 'comment'],
    needs: [['/tape/pool/*', 'Tape.Audit']],
    isOptional: true,
  },
  {
    ...ofServer,
    what: 'remote',
    path: '/config/remote',
    key: ['name'],
    only: ['host', 'port', 'auth-id', 'fingerprint', 'comment', 'use-node-proxy'],
    needs: REMOTES,
  },
];

const access: readonly SettingsKind[] = [
  {
    what: 'user',
    kind: 'access',
    path: '/access/users?include_tokens=1',
    of: 'instance',
    form: 'rows',
    key: ['userid'],
    only: ['comment', 'email', 'enable', 'expire', 'firstname', 'lastname'],
    times: ['expire'],
    inner: { tokens: { key: 'tokenid', only: ['comment', 'enable', 'expire'] } },
    needs: [['/access/users', 'Sys.Audit']],
  },
  {
    what: 'acl',
    kind: 'access',
    path: '/access/acl',
    of: 'instance',
    form: 'rows',
    key: ['path', 'ugid_type', 'ugid', 'roleid'],
    only: ['propagate'],
    needs: [['/access/acl', 'Sys.Audit']],
  },
  {
    what: 'realm',
    kind: 'access',
    path: '/access/domains',
    of: 'instance',
    form: 'rows',
    key: ['realm'],
    only: ['type', 'comment', 'default'],
  },
];

const machine: readonly SettingsKind[] = [
  {
    ...own,
    what: 'network',
    path: '/nodes/localhost/network',
    form: 'table',
    key: ['name'],
    only: networkFields,
    sets: networkSets,
    needs: [['/system/network/interfaces', 'Sys.Audit']],
  },
  {
    ...own,
    what: 'dns',
    path: '/nodes/localhost/dns',
    form: 'one',
    only: dnsFields,
    needs: [['/system/network/dns', 'Sys.Audit']],
  },
  { ...own, what: 'time', path: '/nodes/localhost/time', form: 'one', only: ['timezone'] },
  {
    ...own,
    what: 'node',
    path: '/nodes/localhost/config',
    form: 'one',
    only: [
      ...[
        'description',
        'email-from',
        'http-proxy',
        'default-lang',
        'task-log-max-days',
        'ciphers-tls-1.2',
        'location',
      ],
      ...['ciphers-tls-1.3', 'consent-text', 'acme', 'acmedomain0', 'acmedomain1', 'acmedomain2', 'acmedomain3'],
      'acmedomain4',
    ],
    needs: [['/system', 'Sys.Audit']],
  },
  {
    ...own,
    what: 'certificate',
    path: '/nodes/localhost/status',
    form: 'one',
    inside: 'info',
    only: ['fingerprint'],
    needs: [['/system/status', 'Sys.Audit']],
  },
  {
    ...own,
    what: 'packages',
    path: '/nodes/localhost/apt/versions',
    ...packages,
    needs: AUDIT,
  },
  {
    ...ofServer,
    what: 'traffic-control',
    path: '/admin/traffic-control',
    key: ['name'],
    only: ['network', 'timeframe', 'users', 'comment', ...rates],
    sets: ['network', 'timeframe', 'users'],
    needs: AUDIT,
  },
  {
    ...ofServer,
    what: 'metric-server',
    path: '/admin/metrics',
    key: ['name'],
    only: ['type', 'server', 'enable', 'comment'],
    needs: AUDIT,
  },
  {
    ...ofServer,
    what: 'notification-target',
    path: '/config/notifications/targets',
    key: ['name'],
    only: ['type', 'disable', 'comment'],
    needs: NOTIFICATIONS,
  },
  {
    ...ofServer,
    what: 'notification-matcher',
    path: '/config/notifications/matchers',
    key: ['name'],
    only: [
      ...['target', 'mode', 'match-field', 'match-severity', 'match-calendar', 'invert-match', 'disable', 'comment'],
    ],
    sets: ['target', 'match-field', 'match-severity', 'match-calendar'],
    needs: NOTIFICATIONS,
  },
];

export const pbsSettingsKinds: readonly SettingsKind[] = [...datastores, ...access, ...machine];

/** Only these changes make a task. */
export const pbsHints: Readonly<Record<string, Hint>> = {
  'create-datastore': { reads: ['datastore'], touches: ['creation'] },
  'delete-datastore': { reads: ['datastore', 'prune', 'verify', 'sync', 'push', 'acl'], touches: ['removal'] },
};
