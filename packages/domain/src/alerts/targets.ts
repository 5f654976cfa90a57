// Whether a silence or a maintenance window is about an alert.
import type { Target } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import { nodeId } from '../ids.ts';

/** What the state knows of the resource of an alert. Each is called only when a target is about it. */
export interface Known {
  tagsOf(alert: Alert): readonly string[];
  /** The id of its site. Default: there are no sites. */
  siteOf?(alert: Alert): string | undefined;
}

export function isAbout({ kind, value }: Target, alert: Alert, { tagsOf, siteOf }: Known): boolean {
  const instance = alert.metadata?.instanceId ?? '';
  switch (kind) {
    case 'alert':
      return alert.id === value;
    case 'resource':
      return alert.resourceId === value;
    case 'type':
      return alert.type === value;
    case 'tag':
      return tagsOf(alert).includes(value);
    case 'node':
      return alert.resourceId === value || nodeId(instance, alert.node) === value;
    case 'instance':
      return instance === value;
    case 'site':
      return siteOf?.(alert) === value;
  }
}
