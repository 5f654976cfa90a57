// Which physical disks a view shows. Pure.
import { nodeId } from '@belfry/domain/ids';
import { matcherOf } from '@belfry/domain/search/match';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { SiteOf } from '../../../live/sites/use-site-of.ts';
import { diskSearch } from '../search.ts';

/** `node` is an id, null for all. */
export function selectDisks(
  disks: readonly PhysicalDisk[],
  search: string,
  node: string | null,
  siteOf?: SiteOf,
): PhysicalDisk[] {
  const matches = matcherOf(search, diskSearch(siteOf));
  return disks.filter((disk) => (node === null || nodeId(disk.instance, disk.node) === node) && matches(disk));
}
