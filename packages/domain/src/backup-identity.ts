// Which guest a backup belongs to. A backup server only knows a group such as `vm/100`. The cluster of guest 100 is the one with
// a storage that points to this datastore and namespace.

import type { BackupTarget, Storage } from '@belfry/schema/entities/storage';
import { isSameFingerprint } from './fingerprint.ts';

/** A storage of type pbs in a PVE instance, by the instance's id. */
export interface TargetedBy {
  instance: string;
  target: BackupTarget;
}

/**
 * A watched backup server: the name in its backups, its configured address, its pinned certificate if any. `site`: in which its address holds.
 * Two sites may use the same private address for two servers.
 */
export interface KnownServer {
  name: string;
  host: string;
  fingerprint?: string | undefined;
  site?: string | undefined;
}

/** The fields of a PbsBackup that identify its group. `instance` is the name of the backup server. */
export interface Group {
  instance: string;
  datastore: string;
  namespace: string;
  backupType: 'vm' | 'ct' | 'host';
  vmid: string;
  owner?: string | undefined;
}

/**
 * `guest`: exactly one instance writes there. `ambiguous`: several instances write there, and nothing distinguishes them.
 * `none`: no known storage points there, or it is not the backup of a guest.
 */
export type BackupIdentity =
  | { kind: 'guest'; instance: string; vmid: number }
  | { kind: 'ambiguous'; instances: string[] }
  | { kind: 'none' };

const none: BackupIdentity = { kind: 'none' };

/** Never guesses: datastores with the same name count only when they are on the same server. */
export function createBackupIdentity(
  storages: readonly TargetedBy[],
  servers: readonly KnownServer[],
): (group: Group) => BackupIdentity {
  const byPlace = new Map<string, TargetedBy[]>();
  for (const storage of storages) {
    for (const server of servers.filter((s) => isSameServer(s, storage.target))) {
      const key = placeOf(server.name, storage.target);
      byPlace.set(key, [...(byPlace.get(key) ?? []), storage]);
    }
  }
  return (group) => {
    const vmid = vmidOf(group);
    const writers = byPlace.get(placeOf(group.instance, group));
    if (vmid === undefined || !writers) return none;
    const instances = [...new Set(candidates(writers, group.owner).map((w) => w.instance))].sort();
    const [only] = instances;
    if (only === undefined) return none;
    return instances.length === 1 ? { kind: 'guest', instance: only, vmid } : { kind: 'ambiguous', instances };
  };
}

/** The ids of the backup servers that a storage points to. */
export const serversOf = (target: BackupTarget, servers: readonly (KnownServer & { id: string })[]): string[] =>
  servers.filter((server) => isSameServer(server, target)).map(({ id }) => id);

/** The names of the watched backup servers that a storage points to; empty for any other storage. */
export const pbsNamesOf = (
  { backupTarget }: Pick<Storage, 'backupTarget'>,
  servers: readonly KnownServer[],
): string[] =>
  backupTarget === undefined
    ? []
    : servers.filter((server) => isSameServer(server, backupTarget)).map(({ name }) => name);

/**
 * A group belongs to the account that created it, and no other account may write to it. When one cluster is known to use that
 * account, clusters that use another account are ruled out. An account that no known cluster uses rules out nothing.
 */
function candidates(writers: readonly TargetedBy[], owner: string | undefined): readonly TargetedBy[] {
  if (!owner || writers.every(({ target }) => target.username !== owner)) return writers;
  return writers.filter(({ target }) => !target.username || target.username === owner);
}

const placeOf = (server: string, at: { datastore: string; namespace: string }): string =>
  JSON.stringify([server, at.datastore, at.namespace]);

/** Guests have numbers; backups of hosts, and manual backups of containers, have names. */
const vmidOf = ({ backupType, vmid }: Group): number | undefined =>
  backupType !== 'host' && /^[1-9]\d{0,8}$/.test(vmid) ? Number(vmid) : undefined;

const isSameServer = (server: KnownServer, target: BackupTarget): boolean =>
  isSameFingerprint(server.fingerprint, target.fingerprint) ||
  (server.site === target.site && hostName(server.host) === hostName(target.server));

/** `https://pbs.lan:8007/`, `PBS.lan`, `[fd00::1]:8007` → the name or address alone. The port does not distinguish servers. */
function hostName(host: string): string {
  const bare = host.trim().replace(/^[a-z]+:\/\//i, '');
  const address = (bare.split(/[/?#]/, 1)[0] ?? '').toLowerCase();
  const bracketed = address.match(/^\[(.+)\]/)?.[1];
  if (bracketed) return bracketed;
  return address.split(':').length === 2 ? (address.split(':')[0] ?? '') : address;
}
