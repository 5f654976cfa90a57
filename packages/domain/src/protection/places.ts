// Where backups are, and who writes there.
import type { BackupTarget } from '@belfry/schema/entities/storage';
import type { CopyJob, ServerPlace } from '@belfry/schema/protection/backup-job';
import { createBackupIdentity, type Group, type KnownServer, pbsNamesOf } from '../backup-identity.ts';
import type { ProtectionInput } from './input.ts';

/**
 * A namespace of a backup server, or a storage of files in one instance. `store` is equal for places that are lost together: all
 * namespaces of a datastore.
 */
export interface Place {
  key: string;
  store: string;
  server?: ServerPlace;
  instance?: string;
}

export const serverPlace = ({ server, datastore, namespace }: ServerPlace): Place => {
  const store = `${server}:${datastore}`;
  const key = namespace === '' ? store : `${store}/${namespace}`;
  return { key, store, server: { server, datastore, namespace } };
};

/** `isForeign`: also somebody who is not watched, or nobody who is known. */
export interface Writers {
  instances: readonly string[];
  isForeign: boolean;
}

export interface Places {
  /** The place of a storage of an instance. Undefined for a storage of type pbs whose target is not known. */
  ofStorage(instance: string, storage: string, isPbs: boolean): Place | undefined;
  /** The instances that may have written a group. */
  writersOf(place: Place, group: Pick<Group, 'backupType' | 'vmid' | 'owner'>): Writers;
  /** The sync job that fills a place to which no storage points. */
  syncInto(place: Place): CopyJob | undefined;
  /** The jobs that copy a place to where nobody can list the copies: to tape, or to a server that is not watched. */
  copiesOf(place: Place): readonly CopyJob[];
}

export function createPlaces({
  storages,
  servers,
  copyJobs,
}: Pick<ProtectionInput, 'storages' | 'servers' | 'copyJobs'>): Places {
  const known = withUnwatched(
    servers,
    storages.flatMap(({ backupTarget }) => backupTarget ?? []),
  );
  const targets = storages.flatMap(({ instance, backupTarget: target }) => (target ? [{ instance, target }] : []));
  const identityOf = createBackupIdentity(targets, known);
  const byStorage = new Map<string, Place | undefined>();
  const direct = new Set<string>();
  for (const { instance, name, type, backupTarget } of storages) {
    const [server] = backupTarget ? pbsNamesOf({ backupTarget }, known) : [];
    const place =
      backupTarget && server !== undefined
        ? serverPlace({ ...backupTarget, server })
        : type === 'pbs'
          ? undefined
          : { key: `${instance}/${name}`, store: `${instance}/${name}`, instance };
    byStorage.set(`${instance}/${name}`, place);
    if (place) direct.add(place.key);
  }
  const syncs = copyJobs.filter(({ kind }) => kind === 'sync');

  function writersOf(
    place: Place,
    group: Pick<Group, 'backupType' | 'vmid' | 'owner'>,
    seen: ReadonlySet<string>,
  ): Writers {
    if (place.instance !== undefined) return { instances: [place.instance], isForeign: false };
    if (!place.server || seen.has(place.key)) return { instances: [], isForeign: false };
    const { server, datastore, namespace } = place.server;
    const identity = identityOf({ ...group, instance: server, datastore, namespace });
    const own =
      identity.kind === 'guest' ? [identity.instance] : identity.kind === 'ambiguous' ? identity.instances : [];
    // A sync job writes only to groups of its own account: the server refuses any other ("owner check failed").
    const copying = syncs.filter(({ owner }) => !owner || !group.owner || owner === group.owner);
    const sources = copying.flatMap((job) => sourceOf(job, place.server as ServerPlace));
    // A copy belongs to the account of the sync job, so the owner of the original is not known.
    const visited = new Set([...seen, place.key]);
    const copied = sources.map(
      (source) => source && writersOf(serverPlace(source), { ...group, owner: undefined }, visited),
    );
    const instances = new Set([...own, ...copied.flatMap((found) => found?.instances ?? [])]);
    const isUnknown = instances.size === 0 || sources.includes(undefined);
    return { instances: [...instances].sort(), isForeign: isUnknown || copied.some((found) => found?.isForeign) };
  }

  return {
    ofStorage: (instance, storage, isPbs) => {
      const name = `${instance}/${storage}`;
      if (byStorage.has(name)) return byStorage.get(name);
      return isPbs ? undefined : { key: name, store: name, instance };
    },
    writersOf: (place, group) => writersOf(place, group, new Set()),
    syncInto: (place) =>
      place.server && !direct.has(place.key)
        ? syncs.find((job) => sourceOf(job, place.server as ServerPlace).length > 0)
        : undefined,
    copiesOf: ({ server }) =>
      server ? copyJobs.filter(({ from, to, maxDepth }) => !to && from && isWithin(server, from, maxDepth)) : [],
  };
}

/** The namespace that a job copies to `at`; undefined in the list when its server is not watched, an empty list for another job. */
function sourceOf({ from, to, maxDepth }: CopyJob, at: ServerPlace): (ServerPlace | undefined)[] {
  const below = to && isSameStore(to, at) ? levelsBelow(to.namespace, at.namespace, maxDepth) : undefined;
  if (below === undefined) return [];
  return [from && { ...from, namespace: [from.namespace, below].filter(Boolean).join('/') }];
}

/** Whether a job for `root` and at most `maxDepth` levels of namespaces below it includes a place. */
export const isWithin = (place: ServerPlace, root: ServerPlace, maxDepth: number | undefined): boolean =>
  isSameStore(root, place) && levelsBelow(root.namespace, place.namespace, maxDepth) !== undefined;

const isSameStore = (a: ServerPlace, b: ServerPlace): boolean => a.server === b.server && a.datastore === b.datastore;

/** `a/b` below `a` is `b`, `a` below `a` is ''. Undefined when it is not below, or too deep. */
function levelsBelow(ancestor: string, namespace: string, maxDepth = Number.POSITIVE_INFINITY): string | undefined {
  if (namespace === ancestor) return '';
  const prefix = ancestor === '' ? '' : `${ancestor}/`;
  if (!namespace.startsWith(prefix)) return undefined;
  const rest = namespace.slice(prefix.length);
  return rest.split('/').length <= maxDepth ? rest : undefined;
}

/** Backup servers that only storages know get a name too, so that two clusters that write to the same one are noticed. */
function withUnwatched(servers: readonly KnownServer[], targets: readonly BackupTarget[]): KnownServer[] {
  const unwatched: KnownServer[] = [];
  for (const backupTarget of targets) {
    const { server: host, fingerprint } = backupTarget;
    if (pbsNamesOf({ backupTarget }, [...servers, ...unwatched]).length === 0)
      unwatched.push({ name: `pbs://${host}`, host, fingerprint });
  }
  return [...servers, ...unwatched];
}
