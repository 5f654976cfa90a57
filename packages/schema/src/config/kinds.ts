// The kinds of instance that Belfry polls, as data: what the server and the browser both need to know. The part that only
// the server needs is `sources/<kind>/kind.ts`. No zod here: the browser imports this file.

/** One thing that can be monitored or left out. `on`: of a new instance. */
export interface Ability {
  name: string;
  hint?: string;
  on: boolean;
  /** Shown in a section of its own below the others. */
  advanced?: true;
}

export interface Kind {
  title: string;
  /** In narrow places. */
  label: string;
  short: string;
  /** Of its API and of its web interface. */
  port: number;
  /** Appended to a user name without a realm. */
  realm: string;
  /** Before the name, in the id of an instance and in its key of `connectionHealth`. Default: the kind and a dash. */
  idPrefix?: '';
  /** `Authorization: {scheme}={id}{separator}{secret}`. Absent: the product has no API tokens. */
  token?: { scheme: string; separator: '=' | ':' };
  /** Several hosts may stand behind one address. */
  clustered?: true;
  /** A script on the host can make its account and token. `backupPerms`: the right to list backups is asked for. */
  setup?: { backupPerms: boolean };
  /** Whether it runs guests, so that the overview waits for it. */
  hasGuests?: true;
  /** Whether its nodes can report their temperatures by a script. */
  reportsSensors?: true;
  /** Default seconds between two essential polls. */
  pollSeconds: number;
  /** Its page in the settings. `icon`: one of the set that the settings have. */
  page: { name: string; title: string; description: string; icon: 'server' | 'backup' | 'mail' };
  /** By the flag of the configuration. `advancedTitle`: of the section of the advanced ones. */
  abilities: Readonly<Record<string, Ability>>;
  advancedTitle?: string;
}

const table = {
  pve: {
    title: 'Proxmox VE',
    label: 'Proxmox VE',
    short: 'PVE',
    port: 8006,
    realm: 'pam',
    idPrefix: '',
    token: { scheme: 'PVEAPIToken', separator: '=' },
    clustered: true,
    setup: { backupPerms: true },
    hasGuests: true,
    reportsSensors: true,
    pollSeconds: 10,
    page: {
      name: 'VE nodes',
      title: 'Proxmox VE nodes',
      description:
        'Hypervisors and clusters Belfry watches. One member of a cluster is enough: Belfry finds the others.',
      icon: 'server',
    },
    abilities: {
      monitorVMs: { name: 'Virtual machines', on: true },
      monitorContainers: { name: 'Containers', on: true },
      monitorStorage: { name: 'Storage', on: true },
      monitorBackups: { name: 'Backups and snapshots', on: true },
      monitorPhysicalDisks: {
        name: 'Physical disk health (SMART)',
        hint: 'Asked every 5 minutes. It can spin up idle hard disks, so it is off by default.',
        on: false,
        advanced: true,
      },
    },
    advancedTitle: 'Advanced monitoring',
  },
  pbs: {
    title: 'Proxmox Backup Server',
    label: 'Backup Server',
    short: 'PBS',
    port: 8007,
    realm: 'pbs',
    token: { scheme: 'PBSAPIToken', separator: ':' },
    setup: { backupPerms: false },
    pollSeconds: 30,
    page: {
      name: 'Backup Server',
      title: 'Proxmox Backup Server',
      description: 'Backup servers with their datastores, jobs and backups.',
      icon: 'backup',
    },
    abilities: {
      monitorDatastores: { name: 'Datastores', on: true },
      monitorSyncJobs: { name: 'Sync jobs', on: true },
      monitorVerifyJobs: { name: 'Verification jobs', on: true },
      monitorPruneJobs: { name: 'Prune jobs', on: true },
      monitorGarbageJobs: { name: 'Garbage collection', on: true },
    },
  },
  pmg: {
    title: 'Proxmox Mail Gateway',
    label: 'Mail Gateway',
    short: 'PMG',
    port: 8006,
    realm: 'pmg',
    pollSeconds: 30,
    page: {
      name: 'Mail Gateway',
      title: 'Proxmox Mail Gateway',
      description: 'Mail gateways with their traffic, queues and quarantine.',
      icon: 'mail',
    },
    abilities: {
      monitorMailStats: { name: 'Mail statistics', on: true, advanced: true },
      monitorQueues: { name: 'Queues', on: true, advanced: true },
      monitorQuarantine: { name: 'Quarantine', on: true, advanced: true },
      monitorDomainStats: { name: 'Statistics per domain', on: false, advanced: true },
    },
    advancedTitle: 'Data collection',
  },
} as const satisfies Record<string, Kind>;

type Table = typeof table;
export type NodeType = keyof Table;
/** The flags of one kind, or of all. */
export type MonitorFlag<T extends NodeType = NodeType> = { [K in T]: keyof Table[K]['abilities'] & string }[T];

export const kinds: Readonly<Record<NodeType, Kind>> = table;
export const isNodeType = (type: string): type is NodeType => Object.hasOwn(table, type);
export const nodeTypes = Object.keys(table) as [NodeType, ...NodeType[]];
/** Those without guests. */
export type PlainType = { [T in NodeType]: Table[T] extends { hasGuests: true } ? never : T }[NodeType];
export const plainTypes = nodeTypes.filter((type): type is PlainType => !kinds[type].hasGuests);
/** Those that a script on the host can set up. */
export const setupTypes = nodeTypes.filter((type) => kinds[type].setup) as [NodeType, ...NodeType[]];

export const flagsOf = <T extends NodeType>(type: T) => Object.keys(kinds[type].abilities) as MonitorFlag<T>[];

/** The setting that holds the seconds between two polls. */
export const intervalOf = <T extends NodeType>(type: T) => `${type}PollingInterval` as const;
export type IntervalName = ReturnType<typeof intervalOf<NodeType>>;
/** One value per kind, by the name of that setting. */
export const byInterval = <V>(of: (type: NodeType) => V) =>
  Object.fromEntries(nodeTypes.map((type) => [intervalOf(type), of(type)])) as Record<IntervalName, V>;
