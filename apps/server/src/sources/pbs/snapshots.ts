// `GET /admin/datastore/{store}/snapshots`: the list of backups.
import { pbsBackupId } from '@belfry/domain/ids';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import { iso } from '../../lib/clock.ts';
import { flag, isRaw, listOf, part, type Raw, text, timeOf, whole } from '../proxmox-api/read.ts';
import { backupTypeOf, groupKey } from './groups.ts';

/** The origin of a list of snapshots. `instance` is the id of the PBS and `name` its name. */
export interface Origin {
  instance: string;
  name: string;
  datastore: string;
  namespace: string;
}

/** `isFinished`: false for a backup that is running or was interrupted, which has no size. */
export interface BackupSnapshot {
  group: string;
  backup: PbsBackup;
  isFinished: boolean;
}

/** The clocks of hosts differ by less than a day. */
const SKEW_MS = 86_400_000;
const MAX_FILES = 100;

export const parseSnapshots = (data: unknown, origin: Origin, now: number): readonly BackupSnapshot[] | undefined =>
  listOf(data, (row) => parseSnapshot(row, origin, now));

function parseSnapshot(row: Raw, origin: Origin, now: number): BackupSnapshot | undefined {
  const type = backupTypeOf(row);
  const id = text(row['backup-id']);
  const time = timeOf(row['backup-time'], now + SKEW_MS);
  if (!type || !id || time === undefined) return undefined;
  const group = groupKey(type, id);
  const size = whole(row.size);
  const verification = text(part(row.verification).state, 64);
  const comment = text(row.comment, 512);
  const owner = text(row.owner);
  const backup: PbsBackup = {
    id: pbsBackupId(origin.instance, origin, group, time / 1000),
    instance: origin.name,
    datastore: origin.datastore,
    namespace: origin.namespace,
    backupType: type,
    vmid: id,
    backupTime: iso(time),
    protected: flag(row.protected),
    verified: verification === 'ok',
    ...parseFiles(row.files),
    ...(size !== undefined && { size }),
    ...(verification !== undefined && { verification }),
    ...(comment !== undefined && { comment }),
    ...(owner !== undefined && { owner }),
  };
  return { group, backup, isFinished: size !== undefined };
}

/** The files are objects with a crypt mode, or only names in some answers. */
function parseFiles(value: unknown): Pick<PbsBackup, 'files' | 'encrypted'> {
  const files: string[] = [];
  let encrypted = false;
  for (const file of Array.isArray(value) ? value.slice(0, MAX_FILES) : []) {
    const name = text(isRaw(file) ? file.filename : file);
    if (name) files.push(name);
    if (isRaw(file) && file['crypt-mode'] === 'encrypt') encrypted = true;
  }
  return { files, encrypted };
}
