// By which site each shown instance is polled.
import { useMemo } from 'react';
import { lateCode, useLateCode } from '../../lib/late-code.ts';
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

export const isSiteRow = <R extends object, S extends SiteRow<unknown>>(row: R | S): row is S => 'above' in row;
