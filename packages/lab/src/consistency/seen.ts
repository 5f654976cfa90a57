// Everything that a monitor can read from a simulated datacentre, at one time.
import { ask, keptConnections } from '../client.ts';
import type { Lab } from '../datacentre.ts';
import type { BackupServer } from '../pbs/server.ts';

export type Resource = {
  type: string;
  node: string;
  vmid: number;
  name: string;
  status: string;
  template: number;
  uptime: number;
  cpu: number;
  maxcpu: number;
  mem: number;
  memhost: number;
  maxmem: number;
  disk: number;
  maxdisk: number;
};
export type Configured = { storage: string; type: string; datastore?: string; namespace?: string; username?: string };
export type Space = { total: number; used: number; avail: number };
export type Listed = Space & { storage: string; type: string; shared: number; active: number };
export type Volume = {
  volid: string;
  content: string;
  subtype?: string;
  format: string;
  size: number;
  ctime: number;
  vmid?: number;
  notes?: string;
  protected?: number;
  encrypted?: string;
  verification?: { state: string };
};
export type Disk = {
  devpath: string;
  type: string;
  model: string;
  serial: string;
  size: number;
  rpm: number;
  wearout: number | string;
  used?: string;
  osdid: number;
};
export type Pool = { name: string; size: number; alloc: number; free: number };
export type Device = { name: string; leaf?: number; children?: Device[] };
export type Task = { type: string; id: string; starttime: number; endtime?: number; status?: string };
export type Replication = {
  guest: number;
  source: string;
  target: string;
  last_sync: number;
  last_try: number;
  next_sync: number;
  fail_count: number;
  error?: string;
};
export type Job = {
  id: string;
  schedule: string;
  storage: string;
  all?: number;
  exclude?: string;
  vmid?: string;
  'next-run': number;
};
export type NodeSeen = {
  name: string;
  status: {
    rootfs: Space & { free: number };
    ksm: { shared: number };
    cpuinfo: { model: string; sockets: number; cpus: number };
  };
  storages: Listed[];
  /** By name of the storage. */
  content: Map<string, Volume[]>;
  disks: Disk[];
  pools: Pool[];
  /** By name of the pool. */
  devices: Map<string, Device>;
  tasks: Task[];
  replications: Replication[];
};
export type CephSeen = {
  osdmap: { num_osds: number };
  pgmap: {
    num_pgs: number;
    num_pools: number;
    data_bytes: number;
    bytes_used: number;
    bytes_avail: number;
    bytes_total: number;
    pgs_by_state: { count: number }[];
  };
  monmap: { mons: { name: string }[] };
  mgrmap: { active_name: string; standbys: { name: string }[] };
  pools: { pool_name: string; size: number; pg_num: number; bytes_used: number }[];
};
export type ListedSnapshot = {
  'backup-type': string;
  'backup-id': string;
  'backup-time': number;
  owner: string;
  size?: number;
  comment?: string;
  protected: boolean;
  fingerprint?: string;
  verification?: { state: string };
};
export type ServerJob = {
  id: string;
  store: string;
  ns?: string;
  disable?: boolean;
  'last-run-endtime'?: number;
  'last-run-state'?: string;
  'next-run'?: number;
};
export type Collected = { store: string; 'index-data-bytes': number; 'disk-bytes': number };

/** All times, including `now`, are in epoch seconds. Sizes are in bytes. */
export type Seen = {
  now: number;
  resources: Resource[];
  storages: Configured[];
  jobs: Job[];
  notBackedUp: { vmid: number }[];
  ha: { type: string; sid?: string; node: string }[];
  nodes: NodeSeen[];
  /** By number of the guest. */
  configs: Map<number, Record<string, string | number>>;
  ceph: CephSeen;
  stores: (Space & { store: string })[];
  /** The snapshots of the datastore `main`, by namespace. */
  snapshots: Map<string, ListedSnapshot[]>;
  collected: Collected[];
  serverJobs: { kind: string; list: ServerJob[] }[];
};

/** Makes every call once, for one cluster with Ceph and for its backup server. */
export async function lookAt(lab: Lab, server: BackupServer, now: number): Promise<Seen> {
  const agent = keptConnections();
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no cluster');
  const pbs = server.config();
  const from = async <T>(host: string, authorization: string, path: string): Promise<T> => {
    const got = await ask(host, path, { headers: { authorization }, agent, timeoutMs: 60_000 });
    if (got.status !== 200) throw new Error(`${path}: ${got.status} ${got.reason}`);
    return (JSON.parse(got.text) as { data: T }).data;
  };
  const pve = <T>(path: string) =>
    from<T>(instance.host, `PVEAPIToken=${instance.tokenName}=${instance.tokenValue}`, path);
  const store = <T>(path: string) => from<T>(pbs.host, `PBSAPIToken=${pbs.tokenName}:${pbs.tokenValue}`, path);
  const all = async <K, T>(keys: readonly K[], get: (key: K) => Promise<T>): Promise<Map<K, T>> =>
    new Map(await Promise.all(keys.map(async (key): Promise<[K, T]> => [key, await get(key)])));

  async function lookAtNode(name: string): Promise<NodeSeen> {
    const at = `/nodes/${name}`;
    const storages = await pve<Listed[]>(`${at}/storage`);
    const pools = await pve<Pool[]>(`${at}/disks/zfs`);
    const listed = storages.filter((each) => each.active === 1).map((each) => each.storage);
    return {
      name,
      storages,
      pools,
      status: await pve(`${at}/status`),
      content: await all(listed, (storage) => pve<Volume[]>(`${at}/storage/${storage}/content`)),
      disks: await pve(`${at}/disks/list`),
      devices: await all(
        pools.map((pool) => pool.name),
        (pool) => pve<Device>(`${at}/disks/zfs/${pool}`),
      ),
      tasks: await pve(`${at}/tasks?source=all&limit=500`),
      replications: await pve(`${at}/replication`),
    };
  }

  const resources = await pve<Resource[]>('/cluster/resources');
  const names = resources.filter((row) => row.type === 'node').map((row) => row.node);
  const guests = resources.filter((row) => row.type === 'qemu' || row.type === 'lxc');
  const configOf = ({ node, type, vmid }: Resource) =>
    pve<Record<string, string | number>>(`/nodes/${node}/${type}/${vmid}/config`);
  const configs = await all(guests, configOf);
  const namespaces = await store<{ ns: string }[]>('/admin/datastore/main/namespace');
  const kinds = ['sync?sync-direction=all', 'verify', 'prune', 'gc'];
  const seen: Seen = {
    now,
    resources,
    storages: await pve('/storage'),
    jobs: await pve('/cluster/backup'),
    notBackedUp: await pve('/cluster/backup-info/not-backed-up'),
    ha: await pve('/cluster/ha/status/current'),
    nodes: [...(await all(names, lookAtNode)).values()],
    configs: new Map([...configs].map(([guest, config]) => [guest.vmid, config])),
    ceph: { ...(await pve<CephSeen>('/cluster/ceph/status')), pools: await pve(`/nodes/${names[0]}/ceph/pool`) },
    stores: await store('/status/datastore-usage'),
    snapshots: await all(
      namespaces.map(({ ns }) => ns),
      (ns) => store<ListedSnapshot[]>(`/admin/datastore/main/snapshots?ns=${ns}`),
    ),
    collected: await store('/admin/gc'),
    serverJobs: [...(await all(kinds, (kind) => store<ServerJob[]>(`/admin/${kind}`)))].map(([kind, list]) => ({
      kind,
      list,
    })),
  };
  agent.destroy();
  return seen;
}

export const guestsIn = ({ resources }: Seen): Resource[] =>
  resources.filter((row) => row.type === 'qemu' || row.type === 'lxc');
export const guestOf = (seen: Seen, vmid: number) => guestsIn(seen).find((guest) => guest.vmid === vmid);

export const sum = <T>(list: Iterable<T>, of: (item: T) => number): number => {
  let total = 0;
  for (const item of list) total += of(item);
  return total;
};
