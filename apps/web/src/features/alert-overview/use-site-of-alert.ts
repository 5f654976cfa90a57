import { siteOfAlert } from '@belfry/domain/alerts/site-of';
import { useMemo } from 'react';
import { useSettledList } from '../../live/use-live.ts';
import type { SiteOfAlert } from './rows.ts';

interface Placed {
  id: string;
  name: string;
  site?: string | undefined;
}
const placedAlike = (a: Placed, b: Placed): boolean => a.id === b.id && a.name === b.name && a.site === b.site;

/** For a search by `site:`. The same function until an instance moves, or a site has another name. */
export function useSiteOfAlert(): SiteOfAlert {
  const [instances, sites] = [useSettledList('instances', placedAlike), useSettledList('sites', placedAlike)];
  return useMemo(() => {
    const names = new Map(sites.map(({ id, name }) => [id, name]));
    return (alert) => {
      const site = siteOfAlert({ instances, sites }, alert);
      return site === undefined ? undefined : (names.get(site) ?? site);
    };
  }, [instances, sites]);
}
