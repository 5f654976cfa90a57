// Configurations of a mail gateway that nothing but a journal of changes reads.
import { refuse } from '../answer.ts';
import { type Answered, settingsOf } from '../world/settings-list.ts';
import type { Call, PmgRoute } from './call.ts';

/** A quarantine manager may see its own account and nothing else of these. */
const OPEN = /^\/access|certificates/;

const route = settingsOf<Call>({
  edits: ({ world }) => world.edits,
  shuffled: ({ now }, rows) => (now % 2 === 0 ? rows : rows.toReversed()),
  pathOf: ({ path }, template) => template.replace('{node}', path.node ?? ''),
  refusal: ({ role }, path) =>
    role === 'audit' || OPEN.test(path) ? undefined : refuse(403, 'Permission check failed'),
});

const rule = (id: number, name: string, priority: number, action: string) => ({
  ...{ id, name, priority, active: 1, direction: 0 },
  ...{ from: [{ id: 2, name: 'Blocklist', info: '' }], action: [{ id: 18, name: action, info: '' }] },
});

const lists: readonly Answered<Call>[] = [
  { path: '/config/mail', object: () => ({ relay: '192.0.2.60', relayport: 25, tls: 1, spf: 1, maxsize: 10_485_760 }) },
  { path: '/config/admin', object: () => ({ email: 'admin@example.net', dailyreport: 1, statlifetime: 7 }) },
  { path: '/config/spam', object: () => ({ use_bayes: 0, rbl_checks: 1, languages: 'all' }) },
  { path: '/config/spamquar', object: () => ({ lifetime: 7, reportstyle: 'verbose' }) },
  { path: '/config/virusquar', object: () => ({ lifetime: 7 }) },
  { path: '/config/clamav', object: () => ({ dbmirror: 'database.clamav.net' }) },
  { path: '/config/domains', key: 'domain', rows: () => [{ domain: 'example.net', comment: 'ours' }] },
  {
    path: '/config/transport',
    key: 'domain',
    rows: () => [
      { domain: 'example.org', host: '192.0.2.61', port: 25, protocol: 'smtp', use_mx: 0, comment: 'the partner' },
    ],
  },
  { path: '/config/mynetworks', key: 'cidr', rows: () => [{ cidr: '192.0.2.0/24' }] },
  { path: '/config/tlspolicy', key: 'destination', rows: () => [] },
  { path: '/config/dkim/domains', key: 'domain', rows: () => [] },
  {
    path: '/config/ruledb/rules',
    key: 'id',
    rows: () => [rule(100, 'Blocklist', 98, 'Block'), rule(101, 'Welcomelist', 85, 'Accept')],
  },
  { path: '/config/ldap', key: 'profile', rows: () => [] },
  { path: '/config/fetchmail', key: 'id', rows: () => [] },
  { path: '/config/pbs', key: 'remote', rows: () => [] },
  {
    path: '/access/users',
    key: 'userid',
    rows: ({ role }) => [
      ...(role === 'audit' ? [{ userid: 'root@pam', enable: 1, expire: 0, role: 'root' }] : []),
      { userid: 'belfry@pmg', enable: 1, expire: 0, role },
    ],
  },
  {
    path: '/nodes/{node}/network',
    key: 'iface',
    rows: ({ now }) => [
      { iface: 'eno1', type: 'eth', method: 'static', address: '192.0.2.41', active: now % 2, priority: 3 },
    ],
  },
  { path: '/nodes/{node}/dns', object: () => ({ search: 'example.net', dns1: '192.0.2.53' }) },
  {
    path: '/nodes/{node}/time',
    object: ({ now }) => ({ time: now, localtime: now, timezone: 'Etc/UTC' }),
  },
  {
    path: '/nodes/{node}/certificates/info',
    key: 'filename',
    rows: ({ world, path }) => [
      {
        ...{ filename: 'pmg-api.pem', subject: `/CN=${path.node}`, issuer: `/CN=${path.node}`, san: [path.node] },
        ...{ notbefore: world.bootedAt, notafter: world.bootedAt + 3650 * 86_400 },
        fingerprint: Array.from({ length: 32 }, () => 'AB').join(':'),
      },
    ],
  },
  {
    path: '/nodes/{node}/apt/versions',
    key: 'Package',
    rows: ({ world }) => [{ Package: 'pmg-api', Title: 'pmg-api', Version: '99.9', OldVersion: `${world.release}.0` }],
  },
];

export const settingsRoutes: PmgRoute[] = lists.map(route);
