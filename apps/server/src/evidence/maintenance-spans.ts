// The maintenance windows of a period, by what they are about.
import type { Span } from '@belfry/domain/evidence/availability';
import { nodeId } from '@belfry/domain/ids';
import { windowSpans } from '@belfry/domain/maintenance-spans';
import type { MaintenanceWindow, Target } from '@belfry/schema/alerts/silences';
import { zoneNamed } from '../lib/zones.ts';

export interface Place {
  id: string;
  instance: string;
  /** The name of its node. */
  node: string;
  tags: readonly string[];
  site: string | undefined;
}

/**
 * A window counts only when it begins after its last change: what was agreed before is not known, and nobody can agree to an outage
 * afterwards.
 */
export function createMaintenance(windows: readonly MaintenanceWindow[], period: Span): (place: Place) => Span[] {
  const known = windows
    .filter(({ enabled }) => enabled)
    .map(({ targets, schedule, changedAt }) => ({
      targets,
      spans: spansOf(schedule, period).filter(({ from }) => from >= Date.parse(changedAt)),
    }));
  return (place) =>
    known.flatMap(({ targets, spans }) => (targets.some((target) => isAbout(target, place)) ? spans : []));
}

const spansOf = (schedule: MaintenanceWindow['schedule'], { from, until }: Span): Span[] =>
  windowSpans(schedule, { start: from, end: until }, zoneNamed).map(({ start, end }) => ({ from: start, until: end }));

/** A window about one type of alert, or one alert, is no agreed time without the resource. */
function isAbout({ kind, value }: Target, { id, instance, node, tags, site }: Place): boolean {
  switch (kind) {
    case 'resource':
      return value === id;
    case 'node':
      return value === id || value === nodeId(instance, node);
    case 'instance':
      return value === instance;
    case 'tag':
      return tags.includes(value);
    case 'site':
      return value === site;
    default:
      return false;
  }
}
