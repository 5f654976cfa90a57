// What a silence of an alert may be about. Pure.
import { siteOfAlert } from '@belfry/domain/alerts/site-of';
import { nodeId } from '@belfry/domain/ids';
import type { Target } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Site } from '@belfry/schema/entities/site';
import { nodeName } from '../../ui/alerts/resource-link.ts';
import { messages } from './messages.ts';

interface Places {
  instances: readonly Pick<Instance, 'id' | 'site'>[];
  sites: readonly Pick<Site, 'id' | 'name'>[];
}

/** With their names, the narrowest first. */
export function silenceTargets(alert: Alert, places: Places): readonly (readonly [Target, string])[] {
  const { id, resourceId, resourceName, node, metadata } = alert;
  const texts = messages.silence;
  const instance = metadata?.instanceId ?? '';
  const place = siteOfAlert(places, alert);
  const site = places.sites.find((each) => each.id === place);
  return [
    [{ kind: 'alert', value: id }, texts.thisAlert],
    [{ kind: 'resource', value: resourceId }, texts.everythingAbout(resourceName)],
    ...(node !== '' && instance !== ''
      ? [[{ kind: 'node', value: nodeId(instance, node) }, texts.everythingOn(nodeName(alert))] as const]
      : []),
    ...(site ? [[{ kind: 'site', value: site.id }, texts.everythingIn(site.name)] as const] : []),
  ];
}
