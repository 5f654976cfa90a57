// The destination does not want alerts of this level, type, place or tag.
import { filteredBy } from '@belfry/domain/notifications/routing';
import type { Stage } from '../situation.ts';

export const routed: Stage = ({ kind, alert, destination }, { tagsOf, siteOf }) => {
  const filter = filteredBy(destination.routing, alert, {
    tags: () => tagsOf(alert),
    site: () => siteOf?.(alert),
    ignoresLevel: kind === 'escalated',
  });
  return filter && { by: 'routing', reason: filter };
};
