// The file systems inside a guest, each with a key of its own for alerts.
import type { Filesystem } from '@belfry/schema/entities/usage';

/** `label` is for people, `key` a part of the id of an alert. */
export interface NamedFileSystem {
  label: string;
  key: string;
  fileSystem: Filesystem;
  index: number;
}

/** The ids of the alerts of the file systems of a guest begin like this. */
export const fileSystemPrefix = ({ id }: { id: string }): string => `${id}-disk-`;
export const fileSystemAlertId = (guest: { id: string }, key: string): string =>
  `${fileSystemPrefix(guest)}${key}-disk`;

const keyOf = (label: string): string =>
  label === '/'
    ? 'root'
    : label
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '') || 'disk';

const named = new WeakMap<readonly Filesystem[], readonly NamedFileSystem[]>();

/**
 * Two file systems with the same key get a number. One without a size is left out. The list of a guest is the same object until its
 * agent has answered again.
 */
export function namedFileSystems(disks: readonly Filesystem[]): readonly NamedFileSystem[] {
  const known = named.get(disks) ?? nameFileSystems(disks);
  named.set(disks, known);
  return known;
}

function nameFileSystems(disks: readonly Filesystem[]): NamedFileSystem[] {
  const seen = new Map<string, number>();
  return disks.flatMap((fileSystem, index) => {
    const { mountpoint, device, total, usage } = fileSystem;
    if (!(total > 0 && usage >= 0)) return [];
    const label = mountpoint || device || `Disk ${index + 1}`;
    const own = device === '' || device === label ? keyOf(label) : `${keyOf(label)}-${keyOf(device)}`;
    const count = (seen.get(own) ?? 0) + 1;
    seen.set(own, count);
    return [{ label, key: count === 1 ? own : `${own}-${count}`, fileSystem, index }];
  });
}
