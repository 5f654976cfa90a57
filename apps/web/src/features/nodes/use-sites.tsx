// The rows of the node summary by site, while they are in the default order.
import type { SiteRow } from '../../live/sites/by-site.ts';
import { useBySite, useFoldedSites } from '../../live/sites/use-by-site.ts';
import { Chevron } from '../../ui/chevron.tsx';
import { hostsIn } from './hosts-in.ts';
import { messages } from './messages.ts';
import { foldedPref } from './preferences.ts';
import type { SummaryRow, SummarySort } from './summary-rows.ts';

/** The instance that a row belongs to. A backup server is one itself. */
const instanceOf = ({ list, id, instance }: SummaryRow): string | undefined => (list === 'pbs' ? id : instance);

/** `all`: the nodes and backup servers. `selected`: the row that filters the screen, which must be seen. */
export function useSites(all: readonly SummaryRow[], sort: SummarySort | null, selected: string | null) {
  const bySite = useBySite();
  const { folded, toggle } = useFoldedSites(foldedPref, selected !== null);
  const placeOf = bySite && ((row: SummaryRow) => bySite.placeOf(instanceOf(row)));
  return {
    /** The id of the site of an instance, and of a row. */
    placeOfInstance: bySite?.placeOf,
    placeOf,
    /** `begins`: whether the row is none that stands below another. `rankOf`: how bad it is. */
    grouped: <R extends { key: string; kind: string }>(
      rows: readonly R[],
      rowOf: (row: R) => SummaryRow,
      begins: (row: R) => boolean,
      rankOf: (row: SummaryRow) => number,
    ): readonly (R | SiteRow<R>)[] =>
      bySite && !sort
        ? bySite.grouped(rows, {
            begins,
            folded,
            instanceOf: (row) => instanceOf(rowOf(row)),
            rankOf: (row) => rankOf(rowOf(row)),
          })
        : rows,
    group: ({ site, key, isOpen }: SiteRow<unknown>) =>
      bySite && (
        <bySite.SiteHead
          site={site}
          isOpen={isOpen}
          mark={<Chevron expanded={isOpen} />}
          onToggle={toggle && (() => toggle(key))}
          legend={messages.all({ ...hostsIn(all.filter((row) => placeOf?.(row) === site)), marked: 0 })}
        />
      ),
  };
}
