// Which physical disks a view shows. Pure.
import { nodeId } from '@belfry/domain/ids';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { SiteOf } from '../../../live/sites/use-site-of.ts';
import { parseWords, wordsMatch } from '../search.ts';

/** `node` is an id, null for all. */
export function selectDisks(
  disks: readonly PhysicalDisk[],
  search: string,
  node: string | null,
  siteOf: SiteOf = () => undefined,
): PhysicalDisk[] {
  const words = parseWords(search);
  return disks.filter(
    (disk) =>
      (node === null || nodeId(disk.instance, disk.node) === node) &&
      wordsMatch(words, [disk.node], [disk.model, disk.devPath, disk.serial, disk.node], siteOf(disk)),
  );
}
