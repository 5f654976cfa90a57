// What the log of a restore says about the archive: `PVE/QemuServer.pm` and `PVE/API2/LXC.pm`, the same lines in releases 7 to 9.
import { rows, text } from '../proxmox-api/read.ts';

const SNAPSHOT = /(?:vm|ct)\/\d{1,9}\/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/;
/** Of a virtual machine from a backup server: the command has the snapshot among its arguments. */
const FROM_SERVER = /^restore proxmox backup image: /;
/** The same while the machine already runs. */
const LIVE = /^repository: '.*', snapshot: '/;
/** Of a virtual machine from a file: a chain of commands, the first of which names the file. */
const FROM_FILE = /^restore vma archive: .*?(vzdump-qemu-\d{1,9}-[\w-]+\.(?:vma|tar)(?:\.\w+)?)/;
/** Of a container. */
const CONTAINER = /^(?:recovering backed-up configuration from|restoring) '([^']+)'/;

/** The first archive that the lines name. A restore has one. */
export function archiveIn(data: unknown): string | undefined {
  for (const row of rows(data)) {
    const line = text(row.t, 4000)?.trim() ?? '';
    const found = FROM_SERVER.test(line) || LIVE.test(line) ? SNAPSHOT.exec(line)?.[0] : undefined;
    const archive = found ?? FROM_FILE.exec(line)?.[1] ?? CONTAINER.exec(line)?.[1];
    if (archive !== undefined && archive !== '-') return archive;
  }
  return undefined;
}
