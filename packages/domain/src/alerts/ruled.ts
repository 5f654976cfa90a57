// What the rules look at when they make an alert: of a container its host.
import type { Alert } from '@belfry/schema/entities/alert';
import { hostOfContainer } from '../ids.ts';

/** Undefined for an alert about Belfry itself. */
export function ruledId({ resourceId, metadata }: Pick<Alert, 'resourceId' | 'metadata'>): string | undefined {
  const kind = metadata?.resourceType;
  if (kind === 'server') return undefined;
  return kind === 'dockerContainer' ? (hostOfContainer(resourceId) ?? resourceId) : resourceId;
}
