// By which site each shown instance is polled.
import { useCallback, useMemo } from 'react';
import { lateCode, useLateCode } from '../../lib/late-code.ts';
import { isFlagMap, json, type Pref, usePref } from '../../lib/prefs.ts';
import { useSettledList } from '../use-live.ts';
import type { BySite, NamedSite, PlacedInstance, SiteRow } from './by-site.ts';

const code = lateCode(async () => (await import('./by-site.ts')).createBySite, false);

const placedAlike = (a: PlacedInstance, b: PlacedInstance): boolean => a.id === b.id && a.site === b.site;
const namedAlike = (a: NamedSite, b: NamedSite): boolean => a.id === b.id && a.name === b.name && a.status === b.status;

/**
 * Undefined without sites, and until its code is loaded. The same object until an instance moves, or a site has another name or
 * status.
 */
export function useBySite(): BySite | undefined {
  const [instances, sites] = [useSettledList('instances', placedAlike), useSettledList('sites', namedAlike)];
  const create = useLateCode(code, sites.length > 0);
  return useMemo(() => create?.(instances, sites), [create, instances, sites]);
}

/** The key of the head of a site → whether the user folded it. */
export const foldedSitesPref = (table: string): Pref<Record<string, boolean>> =>
  json(`${table}FoldedSites`, isFlagMap, {}, 'session');

/** `found`: everything is shown, because the rows are those that somebody looks for. */
export function useFoldedSites(pref: Pref<Record<string, boolean>>, found: boolean) {
  const [chosen, choose] = usePref(pref);
  const folded = useMemo(
    () => new Set(found ? [] : Object.keys(chosen).filter((key) => chosen[key] === true)),
    [chosen, found],
  );
  const toggle = useCallback((key: string) => choose({ ...chosen, [key]: chosen[key] !== true }), [chosen, choose]);
  return { folded, ...(!found && { toggle }) };
}

export const isSiteRow = <R extends object, S extends SiteRow<unknown>>(row: R | S): row is S => 'above' in row;
