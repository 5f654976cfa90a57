// What the journal of changes knows of a mail gateway. Its lists are whole: a role sees all of a list or is refused, but for the users.
import {
  certificateFields,
  dnsFields,
  keeps,
  networkFields,
  networkSets,
  packages,
} from '../proxmox-api/machine-kinds.ts';
import type { SettingsKind } from '../proxmox-api/settings-kind.ts';

const AUDITOR = [['', 'the role Auditor']] as const;

/** What is configured once for all nodes of a gateway is about the gateway itself. */
const own = { kind: 'mail-gateway', of: 'instance', form: 'one', needs: AUDITOR } as const;
const rowsOf = { ...own, form: 'rows', about: (gateway: string) => gateway } as const;
const ofNode = { kind: 'mail-gateway', of: 'node', needs: AUDITOR } as const;

const options: readonly SettingsKind[] = [
  {
    ...own,
    what: 'mail',
    path: '/config/mail',
    only: [
      ...['relay', 'relaynomx', 'relayport', 'relayprotocol', 'smarthost', 'smarthostport', 'ext_port', 'int_port'],
      ...['banner', 'before_queue_filtering', 'conn_count_limit', 'conn_rate_limit', 'message_rate_limit', 'dwarning'],
      ...['dnsbl_sites', 'dnsbl_threshold', 'filter-timeout', 'greylist', 'greylist6', 'greylistmask4', 'spf', 'tls'],
      ...['greylistmask6', 'helotests', 'hide_received', 'log-headers', 'max_filters', 'max_policy', 'max_smtpd_in'],
      ...['max_smtpd_out', 'maxsize', 'ndr_on_block', 'queue-lifetime', 'rejectunknown', 'rejectunknownsender'],
      ...['smtputf8', 'tlsheader', 'tlslog', 'verifyreceivers', 'accept-broken-mime'],
    ],
  },
  {
    ...own,
    what: 'admin',
    path: '/config/admin',
    only: [
      ...[
        'email',
        'admin-mail-from',
        'advfilter',
        'avast',
        'clamav',
        'custom_check',
        'custom_check_path',
        'dailyreport',
      ],
      ...['demo', 'dkim_selector', 'dkim_sign', 'dkim_sign_all_mail', 'dkim-use-domain', 'http_proxy', 'statlifetime'],
      'consent-text',
    ],
  },
  {
    ...own,
    what: 'spam',
    path: '/config/spam',
    only: [
      ...['bounce_score', 'clamav_heuristic_score', 'extract_text', 'languages', 'maxspamsize', 'rbl_checks'],
      ...['use_awl', 'use_bayes', 'use_razor', 'wl_bounce_relays'],
    ],
  },
  {
    ...own,
    what: 'spamquar',
    path: '/config/spamquar',
    only: [
      ...['allowhrefs', 'authmode', 'hostname', 'lifetime', 'mailfrom', 'port', 'protocol', 'quarantinelink'],
      ...['reportstyle', 'viewimages'],
    ],
  },
  { ...own, what: 'virusquar', path: '/config/virusquar', only: ['allowhrefs', 'lifetime', 'viewimages'] },
  {
    ...own,
    what: 'clamav',
    path: '/config/clamav',
    only: [
      ...['archiveblockencrypted', 'archivemaxfiles', 'archivemaxrec', 'archivemaxsize', 'dbmirror', 'maxcccount'],
      ...['maxscansize', 'scriptedupdates'],
    ],
  },
];

const mail: readonly SettingsKind[] = [
  { ...rowsOf, what: 'domain', path: '/config/domains', key: ['domain'], only: ['comment'] },
  {
    ...rowsOf,
    what: 'transport',
    path: '/config/transport',
    key: ['domain'],
    only: ['host', 'port', 'protocol', 'use_mx', 'comment'],
  },
  { ...rowsOf, what: 'trusted-network', path: '/config/mynetworks', key: ['cidr'], only: ['comment'] },
  { ...rowsOf, what: 'tls-policy', path: '/config/tlspolicy', key: ['destination'], only: ['policy'] },
  { ...rowsOf, what: 'dkim-domain', path: '/config/dkim/domains', key: ['domain'], only: ['comment'] },
  {
    ...rowsOf,
    what: 'rule',
    path: '/config/ruledb/rules',
    key: ['id'],
    called: 'name',
    // The rules run in the order of their priority.
    only: [
      ...['name', 'priority', 'active', 'direction', 'from-and', 'from-invert', 'to-and', 'to-invert', 'what-and'],
      ...['what-invert', 'when-and', 'when-invert'],
    ],
    inner: Object.fromEntries(
      ['from', 'to', 'when', 'what', 'action'].map((part) => [part, { key: 'name', only: [] }]),
    ),
  },
  {
    ...rowsOf,
    what: 'ldap',
    path: '/config/ldap',
    key: ['profile'],
    only: ['mode', 'server1', 'server2', 'disable', 'comment'],
  },
  {
    ...rowsOf,
    what: 'fetchmail',
    path: '/config/fetchmail',
    key: ['id'],
    only: ['enable', 'interval', 'keep', 'port', 'protocol', 'server', 'ssl', 'target', 'user'],
  },
  {
    ...rowsOf,
    what: 'backup-server',
    path: '/config/pbs',
    key: ['remote'],
    only: [
      ...['server', 'port', 'datastore', 'namespace', 'username', 'fingerprint', 'disable', 'notify'],
      ...['include-statistics', ...keeps],
    ],
  },
];

const SEES_ALL: readonly unknown[] = ['root', 'admin', 'audit'];

const access: readonly SettingsKind[] = [
  {
    ...rowsOf,
    what: 'user',
    kind: 'access',
    path: '/access/users',
    key: ['userid'],
    only: ['comment', 'email', 'enable', 'expire', 'firstname', 'lastname', 'role', 'realm'],
    times: ['expire'],
    // A quarantine manager sees only itself.
    isWhole: (rows, account) => rows.some(({ userid, role }) => userid === account && SEES_ALL.includes(role)),
  },
];

const nodes: readonly SettingsKind[] = [
  {
    ...ofNode,
    what: 'network',
    path: '/nodes/{node}/network',
    form: 'table',
    key: ['iface'],
    only: networkFields,
    sets: networkSets,
  },
  { ...ofNode, what: 'dns', path: '/nodes/{node}/dns', form: 'one', only: dnsFields },
  { ...ofNode, what: 'time', path: '/nodes/{node}/time', form: 'one', only: ['timezone'] },
  {
    ...ofNode,
    what: 'certificates',
    path: '/nodes/{node}/certificates/info',
    form: 'table',
    key: ['filename'],
    only: certificateFields,
    times: ['notbefore', 'notafter'],
  },
  {
    ...ofNode,
    what: 'packages',
    path: '/nodes/{node}/apt/versions',
    ...packages,
  },
];

export const pmgSettingsKinds: readonly SettingsKind[] = [...options, ...mail, ...access, ...nodes];
