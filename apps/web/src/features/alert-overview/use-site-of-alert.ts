import { useMemo } from 'react';
import { lateCode, useLateCode } from '../../lib/late-code.ts';
import { useSettledList } from '../../live/use-live.ts';
import type { SiteOfAlert } from './rows.ts';

interface Placed {
  id: string;
  name: string;
  site?: string | undefined;
}
const placedAlike = (a: Placed, b: Placed): boolean => a.id === b.id && a.name === b.name && a.site === b.site;

const code = lateCode(async () => (await import('@belfry/domain/alerts/site-of')).siteOfAlert, false);

/** The same function until an instance moves, or a site has another name. Only a search by `site:` loads its code. */
export function useSiteOfAlert(search: string): SiteOfAlert {
  const siteOfAlert = useLateCode(code, search.toLowerCase().includes('site:'));
  const [instances, sites] = [useSettledList('instances', placedAlike), useSettledList('sites', placedAlike)];
  return useMemo(() => {
    const names = new Map(sites.map(({ id, name }) => [id, name]));
    return (alert) => {
      const site = siteOfAlert?.({ instances, sites }, alert);
      return site === undefined ? undefined : (names.get(site) ?? site);
    };
  }, [siteOfAlert, instances, sites]);
}
