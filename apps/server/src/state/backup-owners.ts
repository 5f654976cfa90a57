// Which guest a backup on a backup server belongs to. The storages of all PVE instances together determine it.
import { createBackupIdentity } from '@belfry/domain/backup-identity';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { State } from '@belfry/schema/state';

export function createBackupOwners() {
  let seen: Pick<State, 'storage' | 'pbs'> | undefined;
  let lastFacts = '';
  let identityOf = createBackupIdentity([], []);
  let marked = new WeakMap<PbsBackup, PbsBackup>();

  const markOne = (backup: PbsBackup): PbsBackup => {
    const identity = identityOf(backup);
    if (identity.kind === 'guest') return { ...backup, guestInstance: identity.instance };
    return identity.kind === 'ambiguous' ? { ...backup, ambiguous: true } : backup;
  };

  return {
    /** True when storages or servers report something new. */
    learn({ storage, pbs }: Pick<State, 'storage' | 'pbs'>): boolean {
      if (seen?.storage === storage && seen.pbs === pbs) return false;
      seen = { storage, pbs };
      const targets = storage.flatMap(({ instance, backupTarget: target }) => (target ? [{ instance, target }] : []));
      const servers = pbs.map(({ name, host, fingerprint }) => ({ name, host, fingerprint }));
      const facts = JSON.stringify([targets, servers]);
      if (facts === lastFacts) return false;
      lastFacts = facts;
      identityOf = createBackupIdentity(targets, servers);
      marked = new WeakMap();
      return true;
    },
    /** An unchanged backup gives the same object until `learn` finds something new. */
    mark: (backups: readonly PbsBackup[]): PbsBackup[] =>
      backups.map((backup) => {
        const after = marked.get(backup) ?? markOne(backup);
        marked.set(backup, after);
        return after;
      }),
  };
}
