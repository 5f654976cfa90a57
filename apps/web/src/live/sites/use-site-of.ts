import { siteNames } from '@belfry/domain/search/sites';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Site } from '@belfry/schema/entities/site';
import { useMemo } from 'react';
import { useSettledList } from '../use-live.ts';

const placedAlike = (a: Instance, b: Instance): boolean => a.id === b.id && a.site === b.site;
const namedAlike = (a: Site, b: Site): boolean => a.id === b.id && a.name === b.name;

/** For searches by `site:`. The same function until an instance moves, or a site has another name. */
export function useSiteOf(): SiteOf {
  const [instances, sites] = [useSettledList('instances', placedAlike), useSettledList('sites', namedAlike)];
  return useMemo(() => siteNames(instances, sites), [instances, sites]);
}

export type SiteOf = ReturnType<typeof siteNames>;
