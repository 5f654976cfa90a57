// A calm Proxmox VE: two guests and two storages on one node, or the rows of a case. What several calls tell comes from one row.
import { type Answers, type CalmHost, changed, DAY_S, type FromPath, GiB, MiB, type Row, refusal } from './calm.ts';
import type { HostFacts } from './case-files.ts';

const NO_CEPH = refusal(500, 'binary not installed: /usr/bin/ceph-mon');
const UPTIME_S = 40 * DAY_S;

const calmGuests = [
  { vmid: 100, name: 'shop' },
  { vmid: 101, type: 'lxc', name: 'mailbox' },
];
const calmStorages = [
  { storage: 'local', plugintype: 'dir', content: 'iso,vztmpl,backup', disk: 12 * GiB, maxdisk: 90 * GiB },
  { storage: 'fast', plugintype: 'lvmthin', content: 'images,rootdir', disk: 150 * GiB, maxdisk: 700 * GiB },
];

const nodeRow = (row: Row): Row => {
  const same = { type: 'node', id: `node/${row.node}`, status: 'online', level: '', cgroup_mode: 2 };
  if (row.status === 'offline') return { type: 'node', id: `node/${row.node}`, ...row };
  const figures = { cpu: 0.04, maxcpu: 16, mem: 18 * GiB, maxmem: 64 * GiB, disk: 12 * GiB, maxdisk: 90 * GiB };
  return changed({ ...same, ...figures, uptime: UPTIME_S }, row);
};

/** What only some calls about a guest tell is not in the row of the resources. */
const { guestRow, elsewhere } = {
  elsewhere: ['agent', 'config', 'qmpstatus', 'fileSystems', 'snapshots'],
  guestRow(row: Row, first: unknown): Row {
    const { type = 'qemu', vmid, status = 'running' } = row;
    const figures = {
      cpu: 0.03,
      mem: 1400 * MiB,
      uptime: 9 * DAY_S,
      netin: 81_000,
      netout: 42_000,
      diskread: 7000,
      diskwrite: 9000,
    };
    const off = { cpu: 0, mem: 0, uptime: 0, netin: 0, netout: 0, diskread: 0, diskwrite: 0 };
    const disk =
      type === 'lxc' ? { disk: status === 'running' ? 3 * GiB : 0, maxdisk: 10 * GiB } : { disk: 0, maxdisk: 48 * GiB };
    const known = {
      name: `guest${vmid}`,
      maxcpu: 2,
      maxmem: 4 * GiB,
      template: 0,
      ...disk,
      ...(status === 'running' ? figures : off),
    };
    const own = Object.fromEntries(Object.entries(row).filter(([key]) => !elsewhere.includes(key)));
    return changed({ type, id: `${type}/${vmid}`, node: first, status, ...known }, own);
  },
};

const storageRow = (row: Row, first: unknown): Row => {
  const { node = first, storage } = row;
  const own = Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'config'));
  const known = {
    node,
    status: 'available',
    plugintype: 'dir',
    content: 'images',
    shared: 0,
    disk: 30 * GiB,
    maxdisk: 200 * GiB,
  };
  return changed({ type: 'storage', id: `storage/${node}/${storage}`, ...known }, own);
};

/** So a cluster lists what is on a node that is offline: it knows only what stands in its files. */
function seenFromAfar(row: Row): Row {
  const { type, id, node, vmid, storage, plugintype, content, shared } = row;
  if (type === 'storage') return { type, id, node, storage, plugintype, content, shared, status: 'unknown' };
  return { type, id, node, vmid, status: 'unknown' };
}

function rows(facts: HostFacts): HostFacts {
  const { nodes = [{ node: 'alpha' }], guests = calmGuests } = facts;
  const { storages = nodes.flatMap(({ node }) => calmStorages.map((row) => ({ ...row, node }))) } = facts;
  return { ...facts, nodes, guests, storages };
}

function answers({ version = '9.1.4', nodes = [], guests = [], storages = [] }: HostFacts, now: number): Answers {
  const nodeRows = nodes.map(nodeRow);
  const first = nodeRows[0]?.node;
  const offline = new Set(nodeRows.filter(({ status }) => status === 'offline').map(({ node }) => node));
  const guestRows = guests.map((row) => guestRow(row, first));
  const storageRows = storages.map((row) => storageRow(row, first));
  const listed = [...guestRows, ...storageRows].map((row) => (offline.has(row.node) ? seenFromAfar(row) : row));
  const given = (vmid: unknown): Row => guests.find((row) => String(row.vmid) === vmid) ?? {};
  const isCluster = nodes.length > 1;

  /** As `/nodes/{node}/qemu` and `/lxc` list it. */
  const guestOf = ({ type, id, node, maxcpu, ...row }: Row): Row => ({
    ...row,
    cpus: maxcpu,
    ...(type === 'lxc' && { type }),
  });
  const guestsOf =
    (type: string): FromPath =>
    ([, node]) =>
      guestRows
        .filter((row) => row.type === type && row.node === node)
        .map((row) => ({
          ...guestOf(row),
          ...(type === 'qemu' && { qmpstatus: given(String(row.vmid)).qmpstatus ?? row.status }),
        }));
  const current: FromPath = ([, , type, vmid]) => {
    const row = guestRows.find((each) => String(each.vmid) === vmid);
    if (!row) return refusal(500, `Configuration file 'nodes/${first}/${type}/${vmid}.conf' does not exist`);
    const { agent, fileSystems, qmpstatus } = given(vmid);
    const machine = { qmpstatus: qmpstatus ?? row.status, agent: agent ?? (fileSystems ? 1 : 0) };
    return { ...guestOf(row), ha: { managed: 0 }, ...(type === 'qemu' && machine) };
  };
  const config: FromPath = ([, , type, vmid]) => {
    const { name = `guest${vmid}`, config: own = {} } = given(vmid);
    const machine = { name, memory: '4096', cores: 2, scsi0: `fast:vm-${vmid}-disk-0,size=48G`, onboot: 1 };
    const container = { hostname: name, memory: 4096, cores: 2, rootfs: `fast:vm-${vmid}-disk-0,size=10G`, onboot: 1 };
    return changed(type === 'lxc' ? container : machine, own as Row);
  };
  const fsinfo: FromPath = ([, , , vmid]) => {
    const { fileSystems } = given(vmid);
    return fileSystems ? { result: fileSystems } : refusal(500, 'QEMU guest agent is not running');
  };
  const agent =
    (result: unknown): FromPath =>
    ([, , , vmid]) =>
      given(vmid).fileSystems || given(vmid).agent ? { result } : refusal(500, 'QEMU guest agent is not running');
  const used = (disk: unknown, maxdisk: unknown) => ({
    total: maxdisk,
    used: disk,
    avail: Number(maxdisk) - Number(disk),
  });
  const storagesOf: FromPath = ([, node]) =>
    storageRows
      .filter((row) => row.node === node)
      .map(({ storage, plugintype: type, content, shared, status, disk, maxdisk }) => {
        const space = status === 'available' ? { active: 1, ...used(disk, maxdisk) } : { active: 0, ...used(0, 0) };
        return { storage, type, content, shared, enabled: 1, ...space };
      });
  const memory = (row: Row | undefined) => {
    const { mem = 18 * GiB, maxmem = 64 * GiB } = row ?? {};
    return { total: maxmem, used: mem, free: Number(maxmem) - Number(mem), available: Number(maxmem) - Number(mem) };
  };
  const status: FromPath = ([, node]) => {
    const row = nodeRows.find((each) => each.node === node);
    const { disk = 12 * GiB, maxdisk = 90 * GiB, cpu = 0.04, uptime = UPTIME_S } = row ?? {};
    return {
      ...{ uptime, cpu, wait: 0.001, loadavg: ['0.61', '0.44', '0.38'], ksm: { shared: 0 }, idle: 0 },
      ...{
        pveversion: `pve-manager/${version}/0123456789abcdef`,
        kversion: 'Linux 6.17.4-1-pve #1 SMP PREEMPT_DYNAMIC',
      },
      'current-kernel': {
        sysname: 'Linux',
        release: '6.17.4-1-pve',
        version: '#1 SMP PREEMPT_DYNAMIC',
        machine: 'x86_64',
      },
      cpuinfo: { model: 'EPYC 4344P', cpus: 16, cores: 8, sockets: 1, mhz: '3800.000', flags: 'fpu' },
      memory: memory(row),
      swap: { total: 4 * GiB, used: 0, free: 4 * GiB },
      rootfs: { ...used(disk, maxdisk), free: Number(maxdisk) - Number(disk) },
    };
  };
  const ifOnline =
    (answer: unknown): FromPath =>
    (parts) => {
      if (offline.has(parts[1])) return refusal(595, 'No route to host');
      return typeof answer === 'function' ? answer(parts) : answer;
    };
  const perNode: Answers = {
    status,
    qemu: guestsOf('qemu'),
    lxc: guestsOf('lxc'),
    storage: storagesOf,
    time: { timezone: 'Europe/Vienna', time: now, localtime: now + 7200 },
    tasks: [],
    replication: [],
    services: [],
    'disks/list': [],
    'disks/smart': refusal(500, 'no such disk'),
    'disks/zfs': [],
    'ceph/pool': NO_CEPH,
    'ceph/pools': NO_CEPH,
    rrddata: [],
    'storage/*/content': [],
    'storage/*/rrddata': [],
  };
  for (const type of ['qemu', 'lxc']) {
    perNode[`${type}/*/status/current`] = current;
    perNode[`${type}/*/config`] = config;
    perNode[`${type}/*/snapshot`] = [{ name: 'current', description: 'You are here!', running: 1 }];
    perNode[`${type}/*/rrddata`] = [];
  }
  perNode['lxc/*/interfaces'] = [];
  perNode['qemu/*/agent/get-fsinfo'] = fsinfo;
  perNode['qemu/*/agent/network-get-interfaces'] = agent([]);
  perNode['qemu/*/agent/get-osinfo'] = agent({ id: 'debian', name: 'Debian GNU/Linux', 'version-id': '13' });

  const members = nodeRows.map(({ node }, i) => ({
    ...{ type: 'node', id: `node/${node}`, name: node, ip: `192.0.2.${i + 11}`, level: '' },
    ...{ online: offline.has(node) ? 0 : 1, local: i === 0 ? 1 : 0, nodeid: isCluster ? i + 1 : 0 },
  }));
  const cluster = { type: 'cluster', id: 'cluster', name: 'orchard', nodes: nodes.length, quorate: 1, version: 3 };
  const rights = [
    'Sys.Audit',
    'VM.Audit',
    'VM.Backup',
    'VM.Monitor',
    'VM.GuestAgent.Audit',
    'Datastore.Audit',
    'Datastore.AllocateSpace',
  ];
  const more = ['Datastore.Allocate', 'Pool.Audit', 'SDN.Audit', 'Mapping.Audit'];
  const configured = new Map(storages.map((row) => [row.storage, row]));
  return {
    '/version': { version, release: version.split('.').slice(0, 2).join('.'), repoid: '0123abcd' },
    '/access/permissions': { '/': Object.fromEntries([...rights, ...more].map((right) => [right, 1])) },
    '/access/ticket': { ticket: 'PVE:belfry@pve:0::x', CSRFPreventionToken: 'x', username: 'belfry@pve' },
    '/cluster/resources': [...nodeRows, ...listed],
    '/cluster/status': [...(isCluster ? [cluster] : []), ...members],
    '/cluster/config/join': isCluster
      ? { nodelist: members.map(({ name, ip }) => ({ name, pve_addr: ip, pve_fp: `${'0A:'.repeat(31)}0A` })) }
      : refusal(424, 'node is not in a cluster, no join info available!'),
    '/cluster/metrics/export': refusal(501, "Method 'GET /cluster/metrics/export' not implemented"),
    '/cluster/ha/status/current': [{ id: 'quorum', type: 'quorum', node: first, status: 'OK', quorate: 1 }],
    ...{ '/cluster/ha/resources': [], '/cluster/ha/rules': [], '/cluster/ha/groups': [], '/cluster/replication': [] },
    ...{ '/cluster/backup': [], '/cluster/backup-info/not-backed-up': [], '/cluster/ceph/status': NO_CEPH },
    '/nodes': nodeRows,
    '/storage': [...configured.values()].map((row) => ({
      ...{
        storage: row.storage,
        type: row.plugintype ?? 'dir',
        content: row.content ?? 'images',
        shared: row.shared ?? 0,
      },
      ...(row.config as Row | undefined),
    })),
    '/storage/*': ([, name]: readonly string[]) => {
      const row = storages.find(({ storage }) => storage === name);
      return { storage: name, type: row?.plugintype ?? 'dir', ...(row?.config as Row | undefined) };
    },
    ...Object.fromEntries(Object.entries(perNode).map(([path, answer]) => [`/nodes/*/${path}`, ifOnline(answer)])),
  };
}

export const calmPve: CalmHost = { rows, answers };
