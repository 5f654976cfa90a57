// Counts alerts that were replayed.
import type { Outcome } from '@belfry/schema/http/backtest';
import type { Zone } from '../calendar-event/runs.ts';
import type { Measured } from './measured.ts';
import type { Replayed } from './replay.ts';

const MAX_RESOURCES = 10;
const HOUR_MS = 3_600_000;

export type Tally = ReturnType<typeof createTally>;

export function createTally(zone: Zone) {
  const hours = Array.from({ length: 24 }, () => 0);
  const resources = new Map<string, Outcome['resources'][number]>();
  let [alerts, critical, activeMs] = [0, 0, 0];
  return {
    add({ resource: { id, name }, type }: Pick<Measured, 'resource' | 'type'>, found: readonly Replayed[]): void {
      if (found.length === 0) return;
      const key = JSON.stringify([id, name, type]);
      const own = resources.get(key) ?? { id, name, type, alerts: 0, activeMs: 0 };
      resources.set(key, own);
      for (const alert of found) {
        alerts++;
        if (alert.level === 'critical') critical++;
        activeMs += alert.activeMs;
        own.alerts++;
        own.activeMs += alert.activeMs;
        const hour = Math.floor((alert.start + zone(alert.start)) / HOUR_MS) % 24;
        hours[hour] = (hours[hour] ?? 0) + 1;
      }
    },
    outcome: (): Outcome => ({
      ...{ alerts, critical, activeMs, hours },
      resources: [...resources.values()]
        .sort((a, b) => b.alerts - a.alerts || b.activeMs - a.activeMs || (a.name < b.name ? -1 : 1))
        .slice(0, MAX_RESOURCES),
    }),
  };
}
