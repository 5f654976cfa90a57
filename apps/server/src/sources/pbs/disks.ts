// `GET /nodes/localhost/disks/list`: the disks of the machine, and their health if it was asked for.
import type { PbsDisk } from '@belfry/schema/entities/pbs-details';
import { sorted } from '../proxmox-api/order.ts';
import { amountIfKnown, listOf, text, whole } from '../proxmox-api/read.ts';

/** A partition of another machine's controller or a virtual drive has the health `unknown`, which is not bad. */
const HEALTH = new Set<unknown>(['passed', 'failed']);

/** `checkedAt` ISO. Undefined when the answer is not a list of disks. */
export const parseDisks = (data: unknown, checkedAt: string): PbsDisk[] | undefined =>
  sorted(
    listOf(data, (row): PbsDisk | undefined => {
      const id = text(row.name, 64) ?? text(row.devpath)?.replace(/^\/dev\//, '');
      if (!id) return undefined;
      const { status } = row;
      const left = amountIfKnown(row.wearout);
      const serial = text(row.serial, 128);
      return {
        id,
        model:
          [text(row.vendor, 64), text(row.model, 128)].flatMap((word) => word?.trim() || []).join(' ') || 'unknown',
        serial: serial === undefined || serial === 'unknown' ? '' : serial,
        type: text(row['disk-type'], 32) ?? 'unknown',
        size: whole(row.size) ?? 0,
        used: text(row.used, 64) ?? '',
        health: HEALTH.has(status) ? (status as 'passed' | 'failed') : 'unknown',
        ...(left !== undefined && { wearout: Math.min(Math.round(left), 100) }),
        checkedAt,
      };
    }),
    (disk) => disk.id,
  );

/** A disk that may sleep: reading its health would wake it. */
export const maySleep = ({ type }: PbsDisk): boolean => type === 'hdd' || type === 'usb';

/** The disks of a list without health, with the health that was read before. Another disk may have taken the name. */
export function withHealth(disks: readonly PbsDisk[], before: readonly PbsDisk[]): PbsDisk[] {
  const known = new Map(before.map((disk) => [`${disk.id} ${disk.serial}`, disk]));
  return disks.map((disk) => {
    const { health, wearout, checkedAt } = known.get(`${disk.id} ${disk.serial}`) ?? disk;
    return { ...disk, health, ...(wearout !== undefined && { wearout }), checkedAt };
  });
}
