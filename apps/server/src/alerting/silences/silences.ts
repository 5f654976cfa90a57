// Which silences and maintenance windows are in force, and which of them are about an alert.
import { isAbout, type Known } from '@belfry/domain/alerts/targets';
import { currentSpan } from '@belfry/domain/maintenance-spans';
import type { Span } from '@belfry/domain/weekly-spans';
import type { MaintenanceWindow, Silence, Target } from '@belfry/schema/alerts/silences';
import type { Alert, AlertMetadata } from '@belfry/schema/entities/alert';
import { iso } from '../../lib/clock.ts';
import { type Guarded, unguarded } from '../../lib/parts.ts';
import { zoneNamed } from '../../lib/zones.ts';

/** `until` ISO. */
interface OpenWindow {
  name: string;
  targets: readonly Target[];
  until: string;
}

/** `changesAt` epoch ms: the next time at which a silence ends or a window starts or ends. */
export interface InForce {
  silences: readonly Silence[];
  windows: readonly OpenWindow[];
  changesAt: number;
}

export const nothingInForce: InForce = { silences: [], windows: [], changesAt: Number.POSITIVE_INFINITY };

/** A window that cannot be computed is tried again after this time. */
const AGAIN_MS = 60_000;

/** `now` epoch ms. A window that throws holds nothing back, and the others are in force all the same. */
export function inForce(
  silences: readonly Silence[],
  windows: readonly MaintenanceWindow[],
  now: number,
  guarded: Guarded = unguarded,
): InForce {
  const loud = silences.filter(({ until }) => Date.parse(until) > now);
  const times = loud.map(({ until }) => Date.parse(until));
  const open: OpenWindow[] = [];
  for (const { name, targets, schedule, enabled } of windows) {
    if (!enabled) continue;
    const failed: Span = { start: now + AGAIN_MS, end: now + AGAIN_MS };
    const span = guarded<Span | undefined>(
      `the maintenance window "${name}"`,
      () => currentSpan(schedule, now, zoneNamed),
      failed,
    );
    if (!span) continue;
    times.push(span.start > now ? span.start : span.end);
    if (span.start <= now) open.push({ name, targets, until: iso(span.end) });
  }
  return { silences: loud, windows: open, changesAt: Math.min(...times) };
}

export type Marks = Pick<AlertMetadata, 'silenced' | 'maintenance'>;

/** When several apply: the one that lasts longest. */
export function marksOf(alert: Alert, { silences, windows }: InForce, known: Known): Marks {
  const isMeant = (target: Target) => isAbout(target, alert, known);
  const silence = longest(silences.filter(({ target }) => isMeant(target)));
  const window = longest(windows.filter(({ targets }) => targets.some(isMeant)));
  return {
    ...(silence && { silenced: { until: silence.until, reason: silence.reason, by: silence.by, id: silence.id } }),
    ...(window && { maintenance: { name: window.name, until: window.until } }),
  };
}

const longest = <T extends { until: string }>(list: readonly T[]): T | undefined =>
  list.reduce<T | undefined>((best, one) => (best && best.until >= one.until ? best : one), undefined);
