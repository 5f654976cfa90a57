// Configurations that nothing but a journal of changes reads: users, pools, firewalls, networks, packages. As on a real host, lists come in
// another order at every call, and they leave out what the account may not see.
import { createHash } from 'node:crypto';
import { ok, type Reply } from '../answer.ts';
import { releases } from '../world/catalogue.ts';
import { edited, editedObject, type Row } from '../world/settings.ts';
import { chance } from '../world/walk.ts';
import { type Call, nodeOf, type PveRoute, withGuest } from './call.ts';

const AUDIT = ['/', 'Sys.Audit'] as const;
const OF_NODE = ['/nodes/{node}', 'Sys.Audit'] as const;
const OF_GUEST = ['/vms/{vmid}', 'VM.Audit'] as const;

const pathOf = (template: string, { path }: Call): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');

const digestOf = (data: unknown): string => createHash('sha1').update(JSON.stringify(data)).digest('hex');

/** The answer of a hash of Perl: another order each time. */
const shuffled = <T>(rows: readonly T[], { now, cluster }: Call): T[] =>
  rows
    .map((row, i) => ({ row, at: chance(cluster.seed, now, i, 'order') }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);

interface List {
  path: string;
  key: string;
  rows(call: Call): readonly Row[];
  needs?: PveRoute['needs'];
  /** Without it, the list is empty. */
  sees?: string;
  params?: PveRoute['params'];
  /** Fields that differ at every call. */
  computed?(call: Call): Row;
  isOrdered?: boolean;
  hasDigest?: boolean;
  since?: number;
}

/** A list whose rows an operator may edit. */
function list({ path, key, rows, needs, sees, params, computed, isOrdered, hasDigest, since }: List): PveRoute {
  return {
    path,
    ...(needs && { needs }),
    ...(params && { params }),
    ...(since !== undefined && { since }),
    answer(call) {
      if (sees !== undefined && !call.may(sees)) return ok([]);
      const all = edited(call.cluster.edits, pathOf(path, call), key, rows(call));
      const given = all.map((row) => ({ ...row, ...computed?.(call), ...(hasDigest && { digest: digestOf(all) }) }));
      return ok(isOrdered ? given : shuffled(given, call));
    },
  };
}

const object = (path: string, needs: PveRoute['needs'], fields: (call: Call) => Row): PveRoute => ({
  path,
  ...(needs && { needs }),
  answer(call): Reply {
    const data = editedObject(call.cluster.edits, pathOf(path, call), fields(call));
    return ok({ ...data, digest: digestOf(data) });
  },
});

const rules = [
  { pos: 0, type: 'in', action: 'ACCEPT', enable: 1, proto: 'tcp', dport: '22', comment: 'ssh' },
  { pos: 1, type: 'in', action: 'DROP', enable: 1, log: 'nolog' },
];

const users: readonly Row[] = [
  { userid: 'root@pam', enable: 1, expire: 0, email: 'admin@example.net', 'realm-type': 'pam' },
  {
    userid: 'eve@pve',
    enable: 1,
    expire: 0,
    firstname: 'Eve',
    groups: 'ops',
    'realm-type': 'pve',
    keys: 'x!CANARY-TFA',
  },
];

const packages = ['pve-firewall', 'qemu-server'];

/** As on a real host: two first, then the installed kernels with their meta packages, then the rest. */
function packageRows({ cluster }: Call): Row[] {
  const { version, kernel } = releases[cluster.release];
  const [line = ''] = /^\d+\.\d+/.exec(kernel) ?? [];
  const kernels =
    cluster.release < 8
      ? [`pve-kernel-${kernel}`, `pve-kernel-${line}`, 'pve-kernel-helper']
      : [`proxmox-kernel-${kernel}-signed`, `proxmox-kernel-${line}`, 'proxmox-kernel-helper'];
  const row = (name: string, installed: string, more: Row = {}): Row => ({
    ...{ Package: name, Title: name, Description: name, Origin: 'Proxmox', Arch: 'amd64', Section: 'admin' },
    ...{ Priority: 'optional', Version: installed, OldVersion: installed, CurrentState: 'Installed', ...more },
  });
  return [
    row('proxmox-ve', version, { RunningKernel: kernel }),
    row('pve-manager', version, { ManagerVersion: `${version}/${releases[cluster.release].repoid}` }),
    ...kernels.map((name) => row(name, kernel.replace('-pve', ''))),
    ...packages.map((name) => row(name, version, { Version: '99.9' })),
  ];
}

const accessLists: readonly List[] = [
  {
    path: '/pools',
    key: 'poolid',
    rows: () => [{ poolid: 'web', comment: 'Web' }, { poolid: 'empty' }],
    sees: 'Pool.Audit',
  },
  {
    ...{ path: '/access/users', key: 'userid', sees: 'Sys.Audit' },
    params: { enabled: { rule: 'boolean' }, full: { rule: 'boolean' } },
    rows: ({ cluster }) =>
      users.map((user) => ({
        ...user,
        ...(cluster.release >= 8 && { tokens: [{ tokenid: 'mon', expire: 0, privsep: 1 }] }),
      })),
  },
  { path: '/access/groups', key: 'groupid', rows: () => [{ groupid: 'ops', users: 'eve@pve' }], sees: 'Sys.Audit' },
  {
    path: '/access/roles',
    key: 'roleid',
    rows: () => [{ roleid: 'PVEAuditor', privs: 'Sys.Audit,VM.Audit', special: 1 }],
  },
  {
    ...{ path: '/access/acl', key: 'path type ugid roleid', sees: 'Sys.Audit' },
    rows: () => [{ path: '/', type: 'user', ugid: 'eve@pve', roleid: 'PVEAuditor', propagate: 1 }],
  },
  { path: '/access/domains', key: 'realm', rows: () => [{ realm: 'pam', type: 'pam', comment: 'Linux PAM' }] },
];

const clusterLists: readonly List[] = [
  { path: '/cluster/metrics/server', key: 'id', needs: AUDIT, rows: () => [] },
  {
    path: '/cluster/sdn/zones',
    key: 'zone',
    sees: 'SDN.Audit',
    since: 7.4,
    rows: () => [{ zone: 'local', type: 'simple' }],
    hasDigest: true,
  },
  { path: '/cluster/sdn/vnets', key: 'vnet', sees: 'SDN.Audit', since: 7.4, rows: () => [], hasDigest: true },
  {
    path: '/cluster/firewall/groups',
    key: 'group',
    rows: () => [{ group: 'office', comment: 'Office' }],
    hasDigest: true,
  },
  {
    path: '/cluster/firewall/aliases',
    key: 'name',
    needs: AUDIT,
    rows: () => [{ name: 'dns', cidr: '192.0.2.53' }],
    hasDigest: true,
  },
  { path: '/cluster/firewall/ipset', key: 'name', needs: AUDIT, rows: () => [{ name: 'admins' }], hasDigest: true },
  {
    path: '/cluster/firewall/ipset/{name}',
    key: 'cidr',
    needs: AUDIT,
    rows: () => [{ cidr: '192.0.2.0/24' }],
    hasDigest: true,
  },
  { path: '/cluster/firewall/rules', key: 'pos', needs: AUDIT, rows: () => rules, isOrdered: true },
  { path: '/cluster/firewall/groups/{group}', key: 'pos', needs: AUDIT, rows: () => rules, isOrdered: true },
];

const nodeLists: readonly List[] = [
  {
    ...{ path: '/nodes/{node}/network', key: 'iface' },
    computed: ({ now }) => ({ active: now % 2, priority: (now % 7) + 1 }),
    rows: (call) => [
      { iface: 'eno1', type: 'eth', method: 'manual', method6: 'manual', families: ['inet'], exists: 1 },
      {
        ...{ iface: 'vmbr0', type: 'bridge', method: 'static', method6: 'manual', families: ['inet'], autostart: 1 },
        ...{ bridge_ports: 'eno1', bridge_stp: 'off', bridge_fd: '0', gateway: '192.0.2.1' },
        ...{ address: nodeOf(call).address, cidr: `${nodeOf(call).address}/24`, netmask: '24' },
      },
    ],
  },
  {
    ...{ path: '/nodes/{node}/certificates/info', key: 'filename' },
    rows: (call) => [
      {
        ...{ filename: 'pve-ssl.pem', fingerprint: nodeOf(call).fingerprint, subject: `/CN=${nodeOf(call).name}` },
        ...{ issuer: '/CN=Proxmox Virtual Environment', notbefore: call.cluster.since - 86_400 },
        ...{ notafter: call.cluster.since + 700 * 86_400, san: ['127.0.0.1', nodeOf(call).name] },
      },
    ],
  },
  {
    ...{ path: '/nodes/{node}/apt/versions', key: 'Package', needs: OF_NODE },
    rows: packageRows,
  },
  { path: '/nodes/{node}/firewall/rules', key: 'pos', needs: OF_NODE, rows: () => rules, isOrdered: true },
];

/** As recorded; everybody may ask. */
const noSubscription: Row = {
  ...{ status: 'notfound', message: 'There is no subscription key', serverid: '0123456789ABCDEF0123456789ABCDEF' },
  url: 'https://www.proxmox.com/en/proxmox-virtual-environment/pricing',
};

const guestRoutes = (['qemu', 'lxc'] as const).flatMap((kind): PveRoute[] => {
  const own = [
    object(`/nodes/{node}/${kind}/{vmid}/firewall/options`, OF_GUEST, () => ({ enable: 1, policy_in: 'DROP' })),
    list({
      ...{ path: `/nodes/{node}/${kind}/{vmid}/firewall/rules`, key: 'pos', needs: OF_GUEST, isOrdered: true },
      rows: () => rules,
    }),
  ];
  // The edits of a guest move with it.
  return own.map((route) => ({
    ...route,
    answer: (call, params) =>
      withGuest(call, kind, () => route.answer({ ...call, path: { ...call.path, node: 'any' } }, params)),
  }));
});

export const settingsRoutes: PveRoute[] = [
  ...[...accessLists, ...clusterLists, ...nodeLists].map(list),
  {
    path: '/pools/{poolid}',
    needs: ['/pool/{poolid}', 'Pool.Audit'],
    answer(call) {
      const guests = [...call.cluster.guests.values()].slice(0, call.path.poolid === 'web' ? 2 : 0);
      const base = guests.map(({ vmid, kind }) => ({ id: `${kind}/${vmid}`, vmid, type: kind, cpu: call.now % 3 }));
      return ok({ members: shuffled(edited(call.cluster.edits, `/pools/${call.path.poolid}`, 'id', base), call) });
    },
  },
  object('/cluster/firewall/options', AUDIT, () => ({ enable: 1, policy_in: 'DROP', policy_out: 'ACCEPT' })),
  object('/nodes/{node}/dns', OF_NODE, () => ({ search: 'example.net', dns1: '192.0.2.53' })),
  object('/nodes/{node}/config', AUDIT, ({ path }) => ({ description: `Node ${path.node}` })),
  {
    path: '/nodes/{node}/subscription',
    answer: (call) => ok(editedObject(call.cluster.edits, pathOf('/nodes/{node}/subscription', call), noSubscription)),
  },
  object('/nodes/{node}/firewall/options', OF_NODE, () => ({ enable: 1, nosmurfs: 1 })),
  ...guestRoutes,
];
