// What the journal of changes knows of Proxmox VE beside guests, backup jobs and HA. Backup jobs and HA are read by polls of their own.
import { certificateFields, dnsFields, keeps, packages } from '../proxmox-api/machine-kinds.ts';
import type { Hint, SettingsKind } from '../proxmox-api/settings-kind.ts';
import { clusterFirewall, firewallOptions, rule } from './firewall-kinds.ts';

const AUDIT = [['/', 'Sys.Audit']] as const;
const OF_NODE = [['/nodes/{node}', 'Sys.Audit']] as const;
const OF_GUEST = [['/vms/{vmid}', 'VM.Audit']] as const;

const storages: readonly SettingsKind[] = [
  {
    what: 'storage',
    kind: 'storage',
    path: '/storage',
    of: 'instance',
    form: 'rows',
    key: ['storage'],
    only: [
      ...['type', 'content', 'nodes', 'disable', 'shared', 'path', 'pool', 'server', 'server2', 'export', 'share'],
      ...[
        'portal',
        'target',
        'vgname',
        'thinpool',
        'base',
        'datastore',
        'namespace',
        'port',
        'fingerprint',
        'username',
      ],
      ...[
        'domain',
        'monhost',
        'krbd',
        'data-pool',
        'fs-name',
        'subdir',
        'options',
        'smbversion',
        'sparse',
        'blocksize',
      ],
      ...['mountpoint', 'is_mountpoint', 'mkdir', 'create-base-path', 'create-subdirs', 'preallocation', 'nocow'],
      ...['bwlimit', 'max-protected-backups', 'prune-backups', 'maxfiles', 'saferemove', 'saferemove_throughput'],
      ...['tagged_only', 'transport', 'volume', 'iscsiprovider', 'nowritecache', 'lio_tpg', 'comstar_hg', 'comstar_tg'],
      ...['content-dirs', 'snapshot-as-volume-chain', 'encryption-key', 'keep-all', ...keeps],
    ],
    sets: ['content', 'nodes', 'options'],
    needs: [['/storage/*', 'Datastore.Audit', 'Datastore.AllocateSpace']],
  },
  {
    what: 'replication',
    kind: 'replication',
    path: '/cluster/replication',
    of: 'instance',
    form: 'rows',
    key: ['id'],
    only: ['guest', 'target', 'schedule', 'rate', 'comment', 'disable', 'type'],
    needs: [['/vms/*', 'VM.Audit']],
  },
];

const access: readonly SettingsKind[] = [
  {
    what: 'pool',
    kind: 'pool',
    path: '/pools',
    of: 'instance',
    form: 'rows',
    key: ['poolid'],
    only: ['comment'],
    needs: [['/pool/*', 'Pool.Audit']],
  },
  {
    what: 'members',
    kind: 'pool',
    path: '/pools/{id}',
    of: 'each pool',
    form: 'names',
    inside: 'members',
    key: ['vmid'],
    only: ['vmid'],
    // A storage that is disabled is left out.
    where: ({ vmid }) => vmid !== undefined,
    needs: [['/pool/{id}', 'Pool.Audit']],
  },
  {
    what: 'user',
    kind: 'access',
    path: '/access/users?full=1',
    of: 'instance',
    form: 'rows',
    key: ['userid'],
    only: ['comment', 'email', 'enable', 'expire', 'firstname', 'lastname', 'groups', 'realm-type'],
    sets: ['groups'],
    times: ['expire'],
    inner: { tokens: { key: 'tokenid', only: ['comment', 'expire', 'privsep'] } },
    needs: [['/access/groups/*', 'Sys.Audit', 'User.Modify']],
  },
  {
    what: 'group',
    kind: 'access',
    path: '/access/groups',
    of: 'instance',
    form: 'rows',
    key: ['groupid'],
    only: ['comment', 'users'],
    sets: ['users'],
    needs: [['/access/groups/*', 'Sys.Audit', 'User.Modify', 'Group.Allocate']],
  },
  {
    what: 'role',
    kind: 'access',
    path: '/access/roles',
    of: 'instance',
    form: 'rows',
    key: ['roleid'],
    only: ['privs'],
    sets: ['privs'],
  },
  {
    what: 'acl',
    kind: 'access',
    path: '/access/acl',
    of: 'instance',
    form: 'rows',
    key: ['path', 'type', 'ugid', 'roleid'],
    only: ['propagate'],
    needs: [['/access', 'Sys.Audit']],
  },
  {
    what: 'realm',
    kind: 'access',
    path: '/access/domains',
    of: 'instance',
    form: 'rows',
    key: ['realm'],
    only: ['type', 'comment', 'tfa', 'default'],
  },
];

const cluster: readonly SettingsKind[] = [
  {
    what: 'options',
    kind: 'cluster',
    path: '/cluster/options',
    of: 'instance',
    form: 'one',
    only: [
      ...['keyboard', 'language', 'console', 'http_proxy', 'email_from', 'max_workers', 'mac_prefix', 'migration'],
      ...['bwlimit', 'ha', 'crs', 'fencing', 'next-id', 'tag-style', 'registered-tags', 'user-tag-access', 'notify'],
      ...['migration_unsecure', 'replication', 'webauthn', 'u2f', 'description', 'consent-text'],
    ],
    sets: ['registered-tags'],
    needs: AUDIT,
  },
  {
    what: 'metric-server',
    kind: 'cluster',
    path: '/cluster/metrics/server',
    of: 'instance',
    form: 'rows',
    key: ['id'],
    only: ['type', 'server', 'port', 'disable'],
    needs: AUDIT,
  },
  {
    what: 'zone',
    kind: 'cluster',
    path: '/cluster/sdn/zones',
    of: 'instance',
    form: 'rows',
    key: ['zone'],
    only: ['type', 'bridge', 'nodes', 'mtu', 'tag', 'peers', 'controller', 'dhcp', 'dns', 'ipam', 'vlan-protocol'],
    sets: ['nodes', 'peers'],
    needs: [['/sdn/*', 'SDN.Audit', 'SDN.Allocate']],
  },
  {
    what: 'vnet',
    kind: 'cluster',
    path: '/cluster/sdn/vnets',
    of: 'instance',
    form: 'rows',
    key: ['vnet'],
    only: ['type', 'zone', 'tag', 'alias', 'vlanaware', 'isolate-ports'],
    needs: [['/sdn/*', 'SDN.Audit', 'SDN.Allocate']],
  },
];

const nodes: readonly SettingsKind[] = [
  {
    what: 'network',
    kind: 'node',
    path: '/nodes/{node}/network',
    of: 'node',
    form: 'table',
    key: ['iface'],
    only: [
      ...['type', 'method', 'method6', 'address', 'netmask', 'gateway', 'cidr', 'address6', 'netmask6', 'gateway6'],
      ...['cidr6', 'autostart', 'mtu', 'bridge_ports', 'bridge_vlan_aware', 'bridge_vids', 'slaves', 'bond_mode'],
      ...['bond-primary', 'bond_xmit_hash_policy', 'vlan-id', 'vlan-raw-device', 'vlan-protocol', 'ovs_type'],
      ...['ovs_bridge', 'ovs_ports', 'ovs_bonds', 'ovs_options', 'ovs_tag', 'comments', 'comments6'],
    ],
    sets: ['bridge_ports', 'slaves', 'ovs_ports'],
  },
  {
    what: 'dns',
    kind: 'node',
    path: '/nodes/{node}/dns',
    of: 'node',
    form: 'one',
    only: dnsFields,
    needs: OF_NODE,
  },
  {
    what: 'time',
    kind: 'node',
    path: '/nodes/{node}/time',
    of: 'node',
    form: 'one',
    only: ['timezone'],
    needs: OF_NODE,
  },
  {
    what: 'node',
    kind: 'node',
    path: '/nodes/{node}/config',
    of: 'node',
    form: 'one',
    only: ['description', 'wakeonlan', 'startall-onboot-delay', 'ballooning-target', 'acme', 'location'],
    needs: AUDIT,
  },
  {
    what: 'certificates',
    kind: 'node',
    path: '/nodes/{node}/certificates/info',
    of: 'node',
    form: 'table',
    key: ['filename'],
    only: certificateFields,
    times: ['notbefore', 'notafter'],
  },
  {
    what: 'packages',
    kind: 'node',
    path: '/nodes/{node}/apt/versions',
    of: 'node',
    ...packages,
    needs: OF_NODE,
  },
  {
    what: 'subscription',
    kind: 'node',
    path: '/nodes/{node}/subscription',
    of: 'node',
    form: 'one',
    // neither the key nor the id of the server
    only: ['status', 'level', 'productname', 'nextduedate'],
  },
  {
    what: 'firewall',
    kind: 'firewall',
    path: '/nodes/{node}/firewall/options',
    of: 'node',
    form: 'one',
    only: firewallOptions,
    needs: OF_NODE,
  },
  {
    what: 'rules',
    kind: 'firewall',
    path: '/nodes/{node}/firewall/rules',
    of: 'node',
    form: 'lines',
    only: rule,
    needs: OF_NODE,
  },
];

const guests: readonly SettingsKind[] = [
  {
    what: 'firewall',
    kind: 'firewall',
    path: '/nodes/{node}/{type}/{vmid}/firewall/options',
    of: 'guest',
    form: 'one',
    only: firewallOptions,
    needs: OF_GUEST,
  },
  {
    what: 'rules',
    kind: 'firewall',
    path: '/nodes/{node}/{type}/{vmid}/firewall/rules',
    of: 'guest',
    form: 'lines',
    only: rule,
    needs: OF_GUEST,
  },
];

export const pveSettingsKinds: readonly SettingsKind[] = [
  ...storages,
  ...access,
  ...cluster,
  ...clusterFirewall,
  ...nodes,
  ...guests,
];

const storageMade: Hint = { reads: ['storage'], touches: ['creation'] };
const certificates: Hint = { reads: ['certificates'], touches: ['settings'] };
const purged: Hint = { reads: ['replication', 'acl', 'pool', 'members'] };

/** Most changes make no task. A restart of a service and a shell only say when to look, not who has changed what. */
export const pveHints: Readonly<Record<string, Hint>> = {
  ...Object.fromEntries(
    ['dircreate', 'lvmcreate', 'lvmthincreate', 'zfscreate', 'cephcreatepool'].map((type) => [type, storageMade]),
  ),
  ...Object.fromEntries(['cephfscreate', 'cephdestroypool', 'zfsremove'].map((type) => [type, { reads: ['storage'] }])),
  ...Object.fromEntries(['acmenewcert', 'acmerenew', 'acmerevoke'].map((type) => [type, certificates])),
  ...Object.fromEntries(['qmdestroy', 'vzdestroy'].map((type) => [type, purged])),
  'auth-realm-sync': { reads: ['user', 'group', 'acl'], touches: ['creation', 'settings', 'removal'] },
  srvreload: { reads: ['network', 'certificates'] },
  srvrestart: { reads: ['certificates'] },
  vncshell: { reads: ['packages'] },
  termproxy: { reads: ['packages'] },
  clusterjoin: { reads: ['options', 'storage', 'user', 'group', 'acl', 'role'] },
};
