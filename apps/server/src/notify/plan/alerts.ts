// The active alerts as the planner sees them. A changed value alone is no change for the planner.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Moment } from '../../lib/clock.ts';
import type { OpenAlert } from './situation.ts';

export type OpenAlerts = ReturnType<typeof createOpenAlerts>;

export function createOpenAlerts() {
  let open = new Map<string, OpenAlert>();
  let known: readonly Alert[] | undefined;
  let list: readonly OpenAlert[] = [];
  return {
    /** Gives the occurrences that are not active any more, and whether anything happened that the planner must see. */
    update(active: readonly Alert[], now: Moment): { changed: boolean; ended: readonly OpenAlert[] } {
      if (active === known) return { changed: false, ended: [] };
      const next = new Map<string, OpenAlert>();
      let changed = false;
      for (const alert of active) {
        const occurrence = alert.metadata?.occurrence;
        if (occurrence === undefined) continue;
        const before = open.get(occurrence);
        changed ||= !before || isNews(before.alert, alert);
        next.set(occurrence, before ? follow(before, alert, now) : begin(alert, occurrence, now));
      }
      const ended = [...open.values()].filter(({ occurrence }) => !next.has(occurrence));
      open = next;
      list = [...next.values()];
      known = active;
      return { changed: changed || ended.length > 0, ended };
    },
    get: (occurrence: string): OpenAlert | undefined => open.get(occurrence),
    list: (): readonly OpenAlert[] => list,
  };
}

export function begin(alert: Alert, occurrence: string, now: Moment): OpenAlert {
  const startTime = Date.parse(alert.startTime);
  const startedAt = now.monotonic - Math.max(0, now.at - startTime);
  return { alert, occurrence, startTime, startedAt, freeSince: isFree(alert) ? startedAt : now.monotonic };
}

/** Changes the alert in the same object. */
export function follow(open: OpenAlert, alert: Alert, now: Moment): OpenAlert {
  if (open.alert === alert) return open;
  if (!isFree(open.alert) && isFree(alert)) open.freeSince = now.monotonic;
  open.alert = alert;
  return open;
}

function isFree({ acknowledged, metadata }: Alert): boolean {
  if (acknowledged) return false;
  return metadata?.cause === undefined && !metadata?.silenced && !metadata?.maintenance;
}

const isNews = (before: Alert, after: Alert): boolean =>
  before !== after &&
  (before.level !== after.level ||
    isFree(before) !== isFree(after) ||
    !before.metadata?.flapping !== !after.metadata?.flapping ||
    (factsOf(after.type).notifiesGrowth === true && after.value > before.value));
