// When each guest was last backed up, from the volumes on storages and the lists of backup servers.
import { guestId } from '@belfry/domain/ids';
import type { State } from '@belfry/schema/state';

type Backups = Pick<State, 'storageBackups' | 'pbsBackups'>;

export interface LastBackups {
  learn(state: Backups): void;
  /** ISO. Guests show it with their next answer. */
  of(guest: { id: string; type: 'qemu' | 'lxc' }): string | undefined;
}

const TYPES = { vm: 'qemu', ct: 'lxc', host: 'host' } as const;

/** By the id of the guest, ISO. */
const none = () => ({ qemu: new Map<string, string>(), lxc: new Map<string, string>() });

/** A backup that is not finished does not count, nor does one whose guest is not known. */
export function createLastBackups(): LastBackups {
  let seen: Backups | undefined;
  let last = none();

  return {
    learn({ storageBackups, pbsBackups }) {
      if (seen?.storageBackups === storageBackups && seen.pbsBackups === pbsBackups) return;
      seen = { storageBackups, pbsBackups };
      last = none();
      const note = (type: string, instance: string, vmid: number, time: string) => {
        if (type !== 'qemu' && type !== 'lxc') return;
        const id = guestId(instance, vmid);
        if ((last[type].get(id) ?? '') < time) last[type].set(id, time);
      };
      // If a backup server lists the backup itself, its guest is more certain than that of a storage that points to the server.
      const onServers = new Set<string>();
      for (const { backupType, vmid, backupTime, guestInstance, size } of pbsBackups) {
        onServers.add(`${TYPES[backupType]} ${vmid} ${backupTime}`);
        if (guestInstance !== undefined && size) note(TYPES[backupType], guestInstance, Number(vmid), backupTime);
      }
      for (const { type, instance, vmid, time, isPBS, size } of storageBackups)
        if (size > 0 && !(isPBS && onServers.has(`${type} ${vmid} ${time}`))) note(type, instance, vmid, time);
    },
    of: ({ id, type }) => last[type].get(id),
  };
}
