// What a weekly maintenance window would have held back. Pure.
import { isAbout, type Known } from '@belfry/domain/alerts/targets';
import { windowSpans } from '@belfry/domain/maintenance-spans';
import type { Span } from '@belfry/domain/weekly-spans';
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import type { WindowInput } from '@belfry/schema/alerts/silences';
import { zoneNamed } from '../../../../lib/zone-time.ts';

/**
 * `silent`: they began and ended in the window, so nobody would have been told. `later`: they outlasted it, so they would have been told at
 * its end. `most`: the names of resources with the most of both, at most three.
 */
export interface WindowPast {
  silent: number;
  later: number;
  most: readonly { name: string; count: number }[];
}

const MAX_NAMED = 3;

/** `range` epoch ms. */
export function windowPast(
  entries: readonly HistoryEntry[],
  { schedule, targets }: Pick<WindowInput, 'schedule' | 'targets'>,
  range: Span,
  known: Known,
): WindowPast {
  const spans = windowSpans(schedule, range, zoneNamed);
  const names = new Map<string, number>();
  let [silent, later] = [0, 0];
  for (const entry of entries) {
    const start = Date.parse(entry.startTime);
    const span = spans.find((each) => each.start <= start && start < each.end);
    if (!span || !targets.some((target) => isAbout(target, entry, known))) continue;
    // An alert that is still active has outlasted a window that is over.
    const end = entry.resolvedAt === undefined ? range.end : Date.parse(entry.resolvedAt);
    if (end <= span.end) silent++;
    else later++;
    names.set(entry.resourceName, (names.get(entry.resourceName) ?? 0) + 1);
  }
  const most = [...names]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NAMED);
  return { silent, later, most };
}
