// Which guest a backup on a backup server belongs to. The storages of all PVE instances together determine it.
import { createBackupIdentity, type KnownServer, type TargetedBy } from '@belfry/domain/backup-identity';
import { inOneList, partsOf } from '@belfry/domain/delta/parts';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { State } from '@belfry/schema/state';

const NOTHING = JSON.stringify([[], []]);

type Facts = Pick<State, 'storage' | 'pbs'>;

export function createBackupOwners() {
  const facts = new Map<string, Facts & { text: string; targets: TargetedBy[]; servers: KnownServer[] }>();
  /** Made when a backup is looked at. */
  let identityOf: ReturnType<typeof createBackupIdentity> | undefined;
  let marked = new WeakMap<PbsBackup, PbsBackup>();
  let markedLists = new WeakMap<readonly PbsBackup[], readonly PbsBackup[]>();

  const createIdentity = () => {
    const all = [...facts.values()];
    return createBackupIdentity(
      all.flatMap(({ targets }) => targets),
      all.flatMap(({ servers }) => servers),
    );
  };

  const markOne = (backup: PbsBackup): PbsBackup => {
    identityOf ??= createIdentity();
    const identity = identityOf(backup);
    if (identity.kind === 'guest') return { ...backup, guestInstance: identity.instance };
    return identity.kind === 'ambiguous' ? { ...backup, ambiguous: true } : backup;
  };

  const markList = (backups: readonly PbsBackup[]): readonly PbsBackup[] =>
    backups.map((backup) => {
      const after = marked.get(backup) ?? markOne(backup);
      marked.set(backup, after);
      return after;
    });
  const markPart = (backups: readonly PbsBackup[]): readonly PbsBackup[] => {
    const after = markedLists.get(backups) ?? markList(backups);
    markedLists.set(backups, after);
    return after;
  };

  return {
    /** The storages and servers of one instance. True when they report something new. */
    learn(instance: string, { storage, pbs }: Facts): boolean {
      const before = facts.get(instance);
      if (before?.storage === storage && before.pbs === pbs) return false;
      const targets = storage.flatMap(({ instance, backupTarget: target }) => (target ? [{ instance, target }] : []));
      const servers = pbs.map(({ name, host, fingerprint, site }) => ({ name, host, fingerprint, site }));
      const text = JSON.stringify([targets, servers]);
      if (text === NOTHING) facts.delete(instance);
      else facts.set(instance, { storage, pbs, text, targets, servers });
      if (text === (before?.text ?? NOTHING)) return false;
      identityOf = undefined;
      marked = new WeakMap();
      markedLists = new WeakMap();
      return true;
    },
    /** An unchanged backup, and an unchanged list of a server, give the same object until `learn` finds something new. */
    mark: (backups: readonly PbsBackup[]): readonly PbsBackup[] => inOneList(partsOf(backups).map(markPart)),
  };
}
