// What a restore test of a guest needs: a backup, a node with room, and a free number.
import { guestId, SHARED } from '@belfry/domain/ids';
import type { DrillBackup } from '@belfry/schema/drill/drill';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Storage } from '@belfry/schema/entities/storage';
import type { State } from '@belfry/schema/state';

type Known = Pick<State, 'vms' | 'containers' | 'nodes' | 'storage' | 'storageBackups'>;
type NumberedGuest = Guest & { vmid: number };

/** Numbers of copies begin here: far above what most people use, and the number of the guest can be read from it. */
const FIRST = 9000;
const LAST = 999_999_999;

export const guestIn = ({ vms, containers }: Pick<State, 'vms' | 'containers'>, id: string): Guest | undefined =>
  vms.find((guest) => guest.id === id) ?? containers.find((guest) => guest.id === id);

/** The backups that a node of the instance can restore, the newest first. */
export function backupsOf({ storageBackups }: Known, { instance, vmid, type }: NumberedGuest): DrillBackup[] {
  return storageBackups
    .filter((backup) => backup.instance === instance && backup.vmid === vmid && backup.type === type && backup.size > 1)
    .sort((a, b) => b.ctime - a.ctime)
    .map(({ volid, time, storage }) => ({ volid, time, storage }));
}

/** `storages`: with room for the copy, the best one first. */
export interface Target {
  node: string;
  storages: [string, ...string[]];
}

/** Online nodes that have the backup and a storage with room, the one with the most free memory first. */
export function targetsFor(state: Known, guest: NumberedGuest, backup: DrillBackup): Target[] {
  const { instance, type, memory, disk } = guest;
  const usable = state.storage.filter((one) => one.instance === instance && one.enabled && one.active);
  const isOn = (one: Storage, node: string) =>
    (one.node === SHARED ? one.nodes.includes(node) : one.node === node) && !one.inactiveOn?.includes(node);
  const content = type === 'qemu' ? 'images' : 'rootdir';
  return state.nodes
    .filter((node) => node.instance === instance && node.status === 'online')
    .filter((node) => node.memory.total - node.memory.used >= memory.total)
    .sort((a, b) => b.memory.total - b.memory.used - (a.memory.total - a.memory.used))
    .flatMap(({ name }) => {
      const here = usable.filter((one) => isOn(one, name));
      if (!here.some((one) => one.name === backup.storage)) return [];
      const room = here
        .filter((one) => one.content.split(',').includes(content) && one.free > disk.total)
        .sort((a, b) => Number(a.shared) - Number(b.shared) || b.free - a.free);
      const [best, ...others] = room.map((one) => one.name);
      return best === undefined ? [] : [{ node: name, storages: [best, ...others] }];
    });
}

/** A number that no guest of the instance has, no backup, and no other restore test. */
export function freeNumber(state: Known, { instance, vmid }: NumberedGuest, reserved: ReadonlySet<number>): number {
  const taken = new Set(
    [...state.vms, ...state.containers, ...state.storageBackups].flatMap((one) =>
      one.instance === instance && one.vmid !== undefined ? [one.vmid] : [],
    ),
  );
  const isFree = (number: number) => !taken.has(number) && !reserved.has(number);
  const wanted = vmid < 1000 ? FIRST + vmid : FIRST;
  for (let number = wanted; number <= LAST; number++) if (isFree(number)) return number;
  return wanted;
}

export const nodeIn = (state: Pick<State, 'vms' | 'containers'>, instance: string, vmid: number): string | undefined =>
  guestIn(state, guestId(instance, vmid))?.node;
