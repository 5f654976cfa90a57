// The sites of things, by name: for searches by `site:` and for the heads of sites.
import type { Instance } from '@belfry/schema/entities/instance';
import type { Site } from '@belfry/schema/entities/site';

/** The name of the site whose collector polls the instance of a thing; undefined for what the server polls itself. */
export function siteNames(
  instances: readonly Pick<Instance, 'id' | 'site'>[],
  sites: readonly Pick<Site, 'id' | 'name'>[],
): (thing: { instance: string }) => string | undefined {
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const own = new Map(
    instances.map(({ id, site }) => [id, site === undefined ? undefined : (names.get(site) ?? site)]),
  );
  return ({ instance }) => own.get(instance);
}
