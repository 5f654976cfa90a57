// The time of the newest backup of each guest: ISO, by the id of the guest.
import { guestId } from '@belfry/domain/ids';

export interface Times {
  qemu: Map<string, string>;
  lxc: Map<string, string>;
}

export const createTimes = (): Times => ({ qemu: new Map(), lxc: new Map() });

/** Keeps the newest time of a guest. Backups of other types belong to none. */
export function noteTime(into: Times, type: string, instance: string, vmid: number, time: string): void {
  if (type !== 'qemu' && type !== 'lxc') return;
  const id = guestId(instance, vmid);
  if ((into[type].get(id) ?? '') < time) into[type].set(id, time);
}
