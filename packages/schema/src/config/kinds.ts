// The kinds of instance that Belfry polls, as data: what the server and the browser both need to know. The part that only
// the server needs is `sources/<kind>/kind.ts`. No zod here: the browser imports this file.

/** How Belfry signs in: with an account of Proxmox, or with one key, which is the `tokenValue` of the configured host. */
export type SignIn = ProxmoxSignIn | { by: 'key' };
export interface ProxmoxSignIn {
  by: 'account';
  /** Appended to a user name without a realm. */
  realm: string;
  /** `Authorization: {scheme}={id}{separator}{secret}`. Absent: the product has no API tokens. */
  token?: { scheme: string; separator: '=' | ':' };
}

export interface Kind {
  title: string;
  /** In narrow places. */
  label: string;
  short: string;
  /** Of its API and of its web interface. */
  port: number;
  signIn: SignIn;
  /** Before the name, in the id of an instance and in its key of `connectionHealth`. Default: the kind and a dash. */
  idPrefix?: '';
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
}

const table = {
  pve: {
    title: 'Proxmox VE',
    label: 'Proxmox VE',
    short: 'PVE',
    port: 8006,
    signIn: { by: 'account', realm: 'pam', token: { scheme: 'PVEAPIToken', separator: '=' } },
    idPrefix: '',
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
  },
  pbs: {
    title: 'Proxmox Backup Server',
    label: 'Backup Server',
    short: 'PBS',
    port: 8007,
    signIn: { by: 'account', realm: 'pbs', token: { scheme: 'PBSAPIToken', separator: ':' } },
    setup: { backupPerms: false },
    pollSeconds: 30,
    page: {
      name: 'Backup Server',
      title: 'Proxmox Backup Server',
      description: 'Backup servers with their datastores, jobs and backups.',
      icon: 'backup',
    },
  },
  pmg: {
    title: 'Proxmox Mail Gateway',
    label: 'Mail Gateway',
    short: 'PMG',
    port: 8006,
    signIn: { by: 'account', realm: 'pmg' },
    pollSeconds: 30,
    page: {
      name: 'Mail Gateway',
      title: 'Proxmox Mail Gateway',
      description: 'Mail gateways with their traffic, queues and quarantine.',
      icon: 'mail',
    },
  },
} as const satisfies Record<string, Kind>;

type Table = typeof table;
export type NodeType = keyof Table;

export const kinds: Readonly<Record<NodeType, Kind>> = table;
export const isNodeType = (type: string): type is NodeType => Object.hasOwn(table, type);
export const nodeTypes = Object.keys(table) as [NodeType, ...NodeType[]];
/** Those without guests. */
export type PlainType = { [T in NodeType]: Table[T] extends { hasGuests: true } ? never : T }[NodeType];
export const isPlainType = (type: string): type is PlainType => isNodeType(type) && !kinds[type].hasGuests;
export const plainTypes = nodeTypes.filter(isPlainType);
/** What a user can enter, the preferred way first. */
export type Way = 'token' | 'password' | 'key';
export const waysOf = ({ signIn }: Pick<Kind, 'signIn'>): [Way, ...Way[]] =>
  signIn.by === 'key' ? ['key'] : signIn.token ? ['token', 'password'] : ['password'];

/** Those that a script on the host can set up. */
export const setupTypes = nodeTypes.filter((type) => kinds[type].setup) as [NodeType, ...NodeType[]];

/** One value per kind. */
export const byKind = <V>(of: (type: NodeType) => V) =>
  Object.fromEntries(nodeTypes.map((type) => [type, of(type)])) as Record<NodeType, V>;

/** The setting that holds the seconds between two polls. */
export const intervalOf = <T extends NodeType>(type: T) => `${type}PollingInterval` as const;
export type IntervalName = ReturnType<typeof intervalOf<NodeType>>;
/** One value per kind, by the name of that setting. */
export const byInterval = <V>(of: (type: NodeType) => V) =>
  Object.fromEntries(nodeTypes.map((type) => [intervalOf(type), of(type)])) as Record<IntervalName, V>;
