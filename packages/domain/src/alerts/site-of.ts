// The site of an alert: that of its instance, or the one that it is about.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Site } from '@belfry/schema/entities/site';

interface Places {
  instances: readonly Pick<Instance, 'id' | 'site'>[];
  sites: readonly Pick<Site, 'id'>[];
}

/** Undefined: the server itself watches the resource. */
export function siteOfAlert(
  { instances, sites }: Places,
  { resourceId, metadata }: Pick<Alert, 'resourceId' | 'metadata'>,
): string | undefined {
  const own = instances.find(({ id }) => id === metadata?.instanceId);
  return own ? own.site : sites.find(({ id }) => id === resourceId)?.id;
}
