// From physical disks to the rows of their table: filter, order, and what a health is called. Pure.
import { nodeId } from '@belfry/domain/ids';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { parseWords, wordsMatch } from '../search.ts';

/** By node, then by device. `node` is an id, null for all. */
export function selectDisks(disks: readonly PhysicalDisk[], search: string, node: string | null): PhysicalDisk[] {
  const words = parseWords(search);
  return disks
    .filter(
      (disk) =>
        (node === null || nodeId(disk.instance, disk.node) === node) &&
        wordsMatch(words, [disk.node], [disk.model, disk.devPath, disk.serial, disk.node]),
    )
    .sort(
      (a, b) =>
        a.node.localeCompare(b.node, 'en', { numeric: true }) ||
        a.devPath.localeCompare(b.devPath, 'en', { numeric: true }) ||
        (a.id < b.id ? -1 : 1),
    );
}

export interface Health {
  label: string;
  state: 'ok' | 'warn' | 'crit' | 'off';
}

/** A disk that says it passes can still be near its end. */
export function healthOf({ health, wearout }: Pick<PhysicalDisk, 'health' | 'wearout'>): Health {
  const said = health.trim().toUpperCase();
  if (said.startsWith('FAIL')) return { label: 'FAILED', state: 'crit' };
  if (wearout > 0 && wearout < 10) return { label: 'LOW LIFE', state: 'warn' };
  if (said === 'PASSED') return { label: 'HEALTHY', state: 'ok' };
  if (said === 'OK' || said === 'GOOD') return { label: health.trim(), state: 'ok' };
  return { label: 'UNKNOWN', state: 'off' };
}
