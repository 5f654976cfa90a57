// Rows of a table by site: the heads of sites above what belongs to them. Pure. Only who has sites loads it.
import { siteNames } from '@belfry/domain/search/sites';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Site } from '@belfry/schema/entities/site';
import { asBefore } from '../../lib/keep-order.ts';
import { compareText, natural } from '../../lib/order.ts';
import { SiteHead } from './site-head.tsx';

export type PlacedInstance = Pick<Instance, 'id' | 'site'>;
export type NamedSite = Pick<Site, 'id' | 'name' | 'status'>;

interface Row {
  kind: string;
  key: string;
}

/** `site`: its id; undefined for what the server polls itself. `below`: the rows that it stands above. `isOpen`: they are shown. */
export interface SiteRow<R> {
  kind: 'group';
  key: string;
  above: true;
  site: string | undefined;
  below: readonly R[];
  isOpen: boolean;
}

export interface Blocks<R> {
  /** Whether a row begins a block, which stays together: a node above its guests. */
  begins(row: R): boolean;
  /** The id of the instance of the first row of a block. */
  instanceOf(row: R): string | undefined;
  /** The keys of the heads in the order to keep, while they must keep their places. */
  before?: readonly string[];
  /** How bad a row is: the site with the worst one comes first. Absent: that does not matter. */
  rankOf?(row: R): number;
  /** The keys of the heads whose rows are hidden. */
  folded?: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

const isSilent = (site: NamedSite | undefined): boolean => site?.status === 'silent';

export function createBySite(instances: readonly PlacedInstance[], sites: readonly NamedSite[]) {
  const placeOf = new Map(instances.map(({ id, site }) => [id, site]));
  const known = new Map(sites.map((site) => [site.id, site]));
  const nameOf = (id: string | undefined): string => (id === undefined ? '' : (known.get(id)?.name ?? id));
  /** Sites that are silent first, then the worst, then what the server polls itself, then by name. */
  const byNeed = <R>(a: SiteRow<R>, b: SiteRow<R>, rankOf: (row: R) => number): number =>
    Number(isSilent(known.get(b.site ?? ''))) - Number(isSilent(known.get(a.site ?? ''))) ||
    Math.max(...b.below.map(rankOf)) - Math.max(...a.below.map(rankOf)) ||
    Number(b.site === undefined) - Number(a.site === undefined) ||
    compareText(natural(nameOf(a.site)), natural(nameOf(b.site))) ||
    compareText(a.key, b.key);

  return {
    SiteHead,
    /** The name of the site of a thing; undefined for what the server polls itself. */
    siteOf: siteNames(instances, sites),
    /** The id of the site of an instance. */
    placeOf: (instance: string | undefined) => (instance === undefined ? undefined : placeOf.get(instance)),
    /** The rows with the heads of their sites; the same rows where all belong to one place. */
    grouped<R extends Row>(
      rows: readonly R[],
      { begins, instanceOf, before = [], rankOf = () => 0, folded = nothing }: Blocks<R>,
    ): readonly (R | SiteRow<R>)[] {
      let place: string | undefined;
      const heads = new Map<string | undefined, { head: SiteRow<R>; below: R[] }>();
      for (const row of rows) {
        if (begins(row)) place = placeOf.get(instanceOf(row) ?? '');
        const below = heads.get(place)?.below ?? [];
        const key = `site:${place ?? ''}`;
        if (below.length === 0)
          heads.set(place, {
            head: { kind: 'group', key, above: true, site: place, below, isOpen: !folded.has(key) },
            below,
          });
        below.push(row);
      }
      if (heads.size < 2) return rows;
      const order = asBefore<SiteRow<R>>(before, (a, b) => byNeed(a, b, rankOf));
      return [...heads.values()]
        .sort((a, b) => order(a.head, b.head))
        .flatMap(({ head, below }) => (head.isOpen ? [head, ...below] : [head]));
    },
  };
}

export type BySite = ReturnType<typeof createBySite>;
