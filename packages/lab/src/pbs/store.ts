// The datastores of a simulated backup server. Everything depends only on the seed.
import { roles } from '../world/catalogue.ts';
import { type BackupSnapshot, type Group, type Store, sizeFor, storeFigures } from '../world/datastore.ts';
import { between, chance, hash, pick } from '../world/walk.ts';

const GiB = 2 ** 30;
const day = 86_400;

/** The namespaces: path, share of all groups, owner. */
const places = [
  { path: '', share: 0.3, owner: 'pve@pbs!cluster' },
  { path: 'dc', share: 0.3, owner: 'pve@pbs!cluster' },
  { path: 'dc/tier1', share: 0.2, owner: 'pve@pbs!cluster' },
  { path: 'dc/tier1/db', share: 0.1, owner: 'dba@pbs' },
  { path: 'lab', share: 0.1, owner: 'lab@pbs!nodes' },
] as const;

/**
 * The datastores of a server without simulated clusters: `snapshots` in total, about thirty in each group. The
 * datastores other than `main` are small, nearly full, broken or not mounted.
 */
export const createStores = (seed: number, snapshots: number, now: number): Store[] =>
  storesBeside({ name: 'main', total: 0, deduplication: 14.2, namespaces: fill(seed, snapshots, now) }, seed, now);

/** `main` and the other datastores. The size of the disks is set to fit the content. */
export function storesBeside(main: Store, seed: number, now: number): Store[] {
  const empty = { total: 0, deduplication: 0 };
  const archive: Store = {
    name: 'archive',
    total: 0,
    deduplication: 3.1,
    maintenance: 'read-only,message=disk swap on Friday',
    namespaces: new Map([['', createGroups(seed + 1, 4, 'root@pam', 120, now - 90 * day)]]),
  };
  main.total = sizeFor(main);
  archive.total = Math.floor(storeFigures(archive, 0).used / 0.97);
  return [
    main,
    archive,
    {
      name: 'broken',
      ...empty,
      error: 'unable to open chunk store \'broken\' at "/mnt/broken/.chunks"',
      namespaces: root(),
    },
    { name: 'usb', ...empty, comment: 'the disk of the week', isUnmounted: true, namespaces: root() },
    { name: 'empty', ...empty, beside: main, namespaces: root() },
  ];
}

/** Its disk is large enough, its backups are in order, and it is not in maintenance. */
export function calmStore(store: Store, now: number): void {
  delete store.maintenance;
  store.total = Math.max(store.total, Math.floor(storeFigures(store, now).used / 0.6));
  for (const { snapshots } of [...store.namespaces.values()].flat())
    for (const snapshot of snapshots) if (snapshot.verified) snapshot.verified = 'ok';
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

/**
 * Creates that number of groups with that total number of snapshots. The newest is a few hours old, and there is one
 * for each night before.
 */
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
    const nights = Array.from({ length: own }, (_, ago): BackupSnapshot => {
      const luck = chance(seed, 'verify', nth, ago);
      return {
        time: newest - ago * day,
        size: size + between(0, GiB, seed, 'growth', nth, ago),
        // The backups of the last night are verified in the next night.
        ...(ago > 0 && luck < 0.9 && { verified: luck < 0.03 ? ('failed' as const) : ('ok' as const) }),
        isProtected: chance(seed, 'protected', nth, ago) < 0.02,
        isEncrypted: chance(seed, 'key', nth) < 0.3,
        ...(chance(seed, 'comment', nth) < 0.8 && { comment: `${pick(roles, seed, 'role', nth).name}-${first + nth}` }),
      };
    });
    return { type, id: type === 'host' ? `host-${nth}` : String(first + nth), owner, snapshots: nights };
  });
}
