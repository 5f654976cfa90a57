// The maintenance windows of a period, by what they are about.
import type { Span } from '@belfry/domain/evidence/availability';
import { nodeId } from '@belfry/domain/ids';
import type { MaintenanceWindow, Target } from '@belfry/schema/alerts/silences';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import { weeklySpans } from '../lib/weekly-spans.ts';

export interface Place {
  id: string;
  instance: string;
  /** The name of its node. */
  node: string;
  tags: readonly string[];
  site: string | undefined;
}

const DAY_MS = 86_400_000;
/** `weeklySpans` looks eight days back and ahead. */
const STRIDE_MS = 7 * DAY_MS;

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

function spansOf(schedule: MaintenanceWindow['schedule'], period: Span): Span[] {
  const isWithin = ({ from, until }: Span) => from < period.until && until > period.from;
  if (schedule.kind === 'once')
    return [{ from: Date.parse(schedule.start), until: Date.parse(schedule.end) }].filter(isWithin);
  const { weekdays, start, minutes } = schedule;
  const timeZone = zoneMeant(schedule.timeZone);
  if (timeZone === undefined) return [];
  const found = new Map<number, Span>();
  for (let at = period.from; at < period.until + STRIDE_MS; at += STRIDE_MS)
    for (const span of weeklySpans({ weekdays, start, timeZone, end: { minutes } }, at))
      found.set(span.start, { from: span.start, until: span.end });
  return [...found.values()].filter(isWithin);
}

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
