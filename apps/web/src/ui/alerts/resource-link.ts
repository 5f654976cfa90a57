// Where the resource of an alert is: as people call it, and as a link of the router.
import { placeOfResource, type ResourcePlace } from '@belfry/domain/alerts/place';
import { SHARED } from '@belfry/domain/ids';
import type { Alert } from '@belfry/schema/entities/alert';
import type { LinkProps } from '@tanstack/react-router';

export const linkTo = (place: ResourcePlace): LinkProps =>
  'page' in place ? { to: `/${place.page}/$id`, params: { id: place.id } } : { to: place.screen };

/** Undefined for what only the alert itself shows. */
export function resourceLink(
  alert: Pick<Alert, 'resourceId' | 'resourceName' | 'node' | 'metadata'>,
): LinkProps | undefined {
  const place = placeOfResource(alert);
  return place && linkTo(place);
}

export const alertLink = (id: string): LinkProps => ({ to: '/alerts/$', params: { _splat: 'overview' }, hash: id });

/** An alert of a backup server or a mail gateway has an address as its node, and one of a shared storage "cluster". */
export const nodeName = ({ node, instance }: Pick<Alert, 'node' | 'instance'>): string =>
  (node === SHARED || node.startsWith('https://')) && instance !== '' ? instance : node;
