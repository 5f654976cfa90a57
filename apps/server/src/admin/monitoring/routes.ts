// The endpoints that read: state, health, version, counters, and the description of them all.
import { plain } from '@belfry/domain/plain-state';
import {
  getHealth,
  getOpenApi,
  getPerformance,
  getState,
  getStats,
  getVersion,
  type PerformanceReply,
  type Version,
} from '@belfry/schema/http/monitoring';
import type { State, Stats } from '@belfry/schema/state';
import type { Mount } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';

export interface Monitoring {
  clock: Clock;
  /** Epoch ms. */
  startedAt: number;
  version(): Version;
  state(): State;
  stats(): Stats;
  performance(): Omit<PerformanceReply, 'residentBytes'>;
  openApi(): Record<string, unknown>;
}

export function monitoringRoutes(mount: Mount, monitoring: Monitoring): void {
  const { clock, startedAt } = monitoring;
  let description: Record<string, unknown> | undefined;

  mount(getState, () => plain(monitoring.state()));
  mount(getHealth, () => {
    const now = clock.now();
    return { status: 'healthy' as const, timestamp: Math.floor(now / 1000), uptime: (now - startedAt) / 1000 };
  });
  mount(getVersion, () => monitoring.version());
  mount(getStats, () => monitoring.stats());
  mount(getPerformance, () => ({ ...monitoring.performance(), residentBytes: process.memoryUsage.rss() }));
  mount(getOpenApi, () => {
    description ??= monitoring.openApi();
    return description;
  });
}
