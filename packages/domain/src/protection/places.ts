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

type Written = Pick<Group, 'backupType' | 'vmid' | 'owner'>;

export type Places = ReturnType<typeof createPlaces>;

export function createPlaces({
  storages,
  servers,
  copyJobs,
}: Pick<ProtectionInput, 'storages' | 'servers' | 'copyJobs'>) {
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
  let current = new Map(copyJobs.map((job) => [job.id, job]));
  const present = (job: CopyJob): CopyJob => current.get(job.id) ?? job;
  const intoPlace = new Map<string, CopyJob[]>();

  function writersOf(
    place: Place,
    group: Written,
    accountAt: (place: Place) => string | undefined,
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
    const visited = new Set([...seen, place.key]);
    // A copy belongs to the account of the sync job. The account of the original is known only where that is listed.
    const copied = sources.map((source) => {
      const original = source && serverPlace(source);
      return original && writersOf(original, { ...group, owner: accountAt(original) }, accountAt, visited);
    });
    const instances = new Set([...own, ...copied.flatMap((found) => found?.instances ?? [])]);
    const isUnknown = instances.size === 0 || sources.includes(undefined);
    return { instances: [...instances].sort(), isForeign: isUnknown || copied.some((found) => found?.isForeign) };
  }

  function syncsInto({ key, server }: Place): readonly CopyJob[] {
    const found = intoPlace.get(key) ?? syncs.filter((job) => server && sourceOf(job, server).length > 0);
    intoPlace.set(key, found);
    return found;
  }

  return {
    /** The place of a storage of an instance. Undefined for a storage of type pbs whose target is not known. */
    ofStorage: (instance: string, storage: string, isPbs: boolean): Place | undefined => {
      const name = `${instance}/${storage}`;
      if (byStorage.has(name)) return byStorage.get(name);
      return isPbs ? undefined : { key: name, store: name, instance };
    },
    /** The instances that may have written a group. `accountAt`: the owner of its original in another place, if that is listed. */
    writersOf: (place: Place, group: Written, accountAt: (place: Place) => string | undefined): Writers =>
      writersOf(place, group, accountAt, new Set()),
    /** Whether a sync job writes to the place. */
    isSyncTarget: (place: Place): boolean => syncsInto(place).length > 0,
    /** The sync job that fills a place to which no storage points: of several the one that copies from `from`. */
    syncInto(place: Place, from?: Place): CopyJob | undefined {
      if (direct.has(place.key)) return undefined;
      const jobs = syncsInto(place);
      const copies = (job: CopyJob) =>
        place.server && sourceOf(job, place.server).some((source) => source && serverPlace(source).key === from?.key);
      const job = jobs.find(copies) ?? jobs[0];
      return job && present(job);
    },
    /** The same jobs with the results of other runs. */
    renew(jobs: readonly CopyJob[]) {
      current = new Map(jobs.map((job) => [job.id, job]));
    },
    /** The jobs that copy a place to where nobody can list the copies: to tape, or to a server that is not watched. */
    copiesOf: ({ server }: Place): readonly CopyJob[] =>
      server
        ? copyJobs.filter(({ from, to, maxDepth }) => !to && from && isWithin(server, from, maxDepth)).map(present)
        : [],
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
    const { server: host, fingerprint, site } = backupTarget;
    if (pbsNamesOf({ backupTarget }, [...servers, ...unwatched]).length === 0)
      unwatched.push({ name: `pbs://${host}${site === undefined ? '' : `#${site}`}`, host, fingerprint, site });
  }
  return [...servers, ...unwatched];
}
