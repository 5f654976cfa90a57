// The groups and snapshots of a datastore, as the API lists them.
import { ok, type Reply } from '../answer.ts';
import type { Params } from '../router.ts';
import { indexBytes as plainIndexBytes } from '../world/backup-history.ts';
import type { BackupSnapshot, Group } from '../world/datastore.ts';
import { keyFingerprint } from '../world/volume.ts';
import type { Call } from './call.ts';
import { upidOf } from './task-log.ts';

export const group = (of: Group) => ({
  'backup-type': of.type,
  'backup-id': of.id,
  'backup-count': of.snapshots.length,
  // A group without snapshots remains. `files` are those of its last backup. A running backup has none.
  'last-backup': Math.max(0, ...of.snapshots.map((s) => s.time)),
  owner: of.owner,
  files: of.snapshots[0]?.size === undefined ? [] : files(of).map((file) => file.filename),
});

function files({ type }: Group, { size = 0, isEncrypted, indexBytes = plainIndexBytes }: Partial<BackupSnapshot> = {}) {
  const mode = { 'crypt-mode': isEncrypted ? 'encrypt' : 'none' };
  const data = { vm: 'drive-scsi0.img.fidx', ct: 'root.pxar.didx', host: 'data.pxar.didx' }[type];
  return [
    { filename: data, size: Math.max(0, size - indexBytes), ...mode },
    { filename: 'index.json.blob', size: indexBytes, 'crypt-mode': isEncrypted ? 'sign-only' : 'none' },
    { filename: 'client.log.blob' },
  ];
}

const snapshot = (of: Group, one: BackupSnapshot) => ({
  'backup-type': of.type,
  'backup-id': of.id,
  'backup-time': one.time,
  owner: of.owner,
  protected: one.isProtected,
  ...(one.comment !== undefined && { comment: one.comment }),
  ...(one.size === undefined ? { files: [] } : { size: one.size, files: files(of, one) }),
  ...(one.isEncrypted && { fingerprint: keyFingerprint }),
  ...(one.verified && { verification: { state: one.verified, upid: upidOf('verificationjob', 'main', one.time) } }),
});

export function snapshots({ shuffled }: Call, groups: readonly Group[], params: Params): Reply {
  const wanted = groups.filter(
    (g) =>
      (params['backup-type'] ?? g.type) === g.type &&
      (params['backup-id'] === undefined || params['backup-id'] === g.id),
  );
  // A real server reads directories and does not sort them.
  return ok(shuffled(wanted.flatMap((g) => g.snapshots.map((s) => snapshot(g, s)))));
}
