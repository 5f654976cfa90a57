// Whether the archive that the log of a restore names is the backup that was handed out.

/** On a backup server: type, number and time. It may be the copy of the same snapshot on another server, which is the same backup. */
const SNAPSHOT = /(?:^|[/:])((?:vm|ct)\/\d+\/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/;

/** The part of the name that is the same in the list of a storage and in the log of a task. */
function keyOf(name: string): string {
  const snapshot = SNAPSHOT.exec(name)?.[1];
  return snapshot ?? name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
}

/** `archive`: as the log names it, a volume, a path or a snapshot. */
export const isSameBackup = (volid: string, archive: string): boolean => keyOf(volid) === keyOf(archive);
