// The datastores of a simulated backup server and what lies in them. Everything is a function of the seed.
import { between, chance, hash } from '../world/walk.ts';

/** Times in epoch seconds, sizes in bytes. A running backup has no size. */
export type Snapshot = {
  time: number;
  size?: number;
  verified?: 'ok' | 'failed';
  /** Of `index.json.blob`, which keeps verdicts and so grows with them. */
  indexBytes?: number;
  isProtected: boolean;
  isEncrypted: boolean;
  comment?: string;
};
export type Group = { type: 'vm' | 'ct' | 'host'; id: string; owner: string; snapshots: Snapshot[] };
export type Store = {
  name: string;
  total: number;
  used: number;
  /** By path; the root is "". */
  namespaces: Map<string, Group[]>;
  deduplication: number;
  error?: string;
  maintenance?: string;
  /** The disk it lies on is not there. */
  isUnmounted?: true;
};

const TiB = 2 ** 40;
const GiB = 2 ** 30;
const day = 86_400;

/** What is where: path of the namespace, its share of all groups, its owner. */
const places = [
  { path: '', share: 0.3, owner: 'pve@pbs!cluster' },
  { path: 'dc', share: 0.3, owner: 'pve@pbs!cluster' },
  { path: 'dc/tier1', share: 0.2, owner: 'pve@pbs!cluster' },
  { path: 'dc/tier1/db', share: 0.1, owner: 'dba@pbs' },
  { path: 'lab', share: 0.1, owner: 'lab@pbs!nodes' },
] as const;

/** `snapshots` in all, about thirty a group. The stores beside `main` are small, nearly full, broken, not there. */
export function createStores(seed: number, snapshots: number, now: number): Store[] {
  const empty = { used: 0, total: 0, deduplication: 0 };
  return [
    {
      name: 'main',
      total: 8 * TiB,
      used: Math.floor(3.4 * TiB),
      deduplication: 14.2,
      namespaces: fill(seed, snapshots, now),
    },
    {
      name: 'archive',
      total: 2 * TiB,
      used: Math.floor(1.94 * TiB),
      deduplication: 3.1,
      maintenance: 'read-only,message=disk swap on Friday',
      namespaces: new Map([['', createGroups(seed + 1, 4, 'root@pam', 120, now - 90 * day)]]),
    },
    {
      name: 'broken',
      ...empty,
      error: 'unable to open chunk store \'broken\' at "/mnt/broken/.chunks"',
      namespaces: root(),
    },
    { name: 'usb', ...empty, isUnmounted: true, namespaces: root() },
    // on the file system of `main`, so it tells the same sizes
    { name: 'empty', total: 8 * TiB, used: Math.floor(3.4 * TiB), deduplication: 0, namespaces: root() },
  ];
}

const root = () => new Map<string, Group[]>([['', []]]);

function fill(seed: number, snapshots: number, now: number): Map<string, Group[]> {
  let first = 100;
  return new Map(
    places.map(({ path, share, owner }) => {
      const wanted = Math.round(snapshots * share);
      const groups = createGroups(hash(seed, path), Math.ceil(wanted / 30), owner, wanted, now, first);
      first += groups.length;
      return [path, groups];
    }),
  );
}

/** So many groups with so many snapshots in all, the newest a few hours old, one a night before that. */
function createGroups(
  seed: number,
  count: number,
  owner: string,
  snapshots: number,
  now: number,
  first = 100,
): Group[] {
  return Array.from({ length: count }, (_, nth) => {
    const kind = chance(seed, 'kind', nth);
    const type = kind < 0.65 ? 'vm' : kind < 0.95 ? 'ct' : 'host';
    const size = between(2, 200, seed, 'size', nth) * GiB;
    const newest = now - between(1, 20, seed, 'hour', nth) * 3600;
    const own = Math.floor(((nth + 1) * snapshots) / count) - Math.floor((nth * snapshots) / count);
    const nights = Array.from({ length: own }, (_, ago): Snapshot => {
      const luck = chance(seed, 'verify', nth, ago);
      return {
        time: newest - ago * day,
        size: size + between(0, GiB, seed, 'growth', nth, ago),
        // Last night's backups are verified in the coming night.
        ...(ago > 0 && luck < 0.9 && { verified: luck < 0.03 ? ('failed' as const) : ('ok' as const) }),
        isProtected: chance(seed, 'protected', nth, ago) < 0.02,
        isEncrypted: chance(seed, 'key', nth) < 0.3,
        ...(chance(seed, 'comment', nth) < 0.8 && { comment: `guest-${first + nth}` }),
      };
    });
    return { type, id: type === 'host' ? `host-${nth}` : String(first + nth), owner, snapshots: nights };
  });
}
