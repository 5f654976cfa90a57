// The endpoints that read: state, health, version, counters, and the description of them all.
import {
  getHealth,
  getOpenApi,
  getPerformance,
  getReady,
  getState,
  getStats,
  getVersion,
  type PerformanceReply,
  type Version,
} from '@belfry/schema/http/monitoring';
import { getServers, type Servers } from '@belfry/schema/http/servers';
import type { Performance, State, Stats } from '@belfry/schema/state';
import type { Mount } from '../../http/mount.ts';
import { type Clock, type Moment, momentOf } from '../../lib/clock.ts';
import { JsonText } from '../../lib/json-text.ts';
import { refuse } from '../../lib/refusal.ts';

export interface Monitoring {
  clock: Clock;
  started: Moment;
  about: Omit<Version, 'updateAvailable' | 'latestVersion'>;
  /** The known newer version, without a request to the feed. */
  update(): { available: boolean; latestVersion: string };
  state: {
    current(): State;
    stats(now: Moment): Stats;
    performance(now: Moment): Performance;
    calls(): PerformanceReply['instances'];
  };
  plainText: { inTurns(current: () => State): Promise<{ whole(): JsonText; leftOut: readonly string[] }> };
  push: { clients(): number; ignoredMessages(): number };
  /** Of two servers: whether this one holds the lease. */
  isReady(): boolean;
  /** Null: this server is alone. */
  servers(): Servers | null;
  openApi(): Record<string, unknown>;
}

export function monitoringRoutes(mount: Mount, monitoring: Monitoring): void {
  const { clock, started, state, plainText, push } = monitoring;
  let description: JsonText | undefined;

  mount(getState, async ({ reply }) => {
    const { whole, leftOut } = await plainText.inTurns(state.current);
    if (leftOut.length > 0) reply.header('x-left-out', leftOut.join(', '));
    return whole();
  });
  mount(getHealth, () => {
    const { at, monotonic } = momentOf(clock);
    const uptime = (monotonic - started.monotonic) / 1000;
    return { status: 'healthy' as const, timestamp: Math.floor(at / 1000), uptime };
  });
  mount(getReady, () =>
    monitoring.isReady() ? { role: 'active' as const } : refuse('standby', { id: 'servers.undecided' }),
  );
  mount(getServers, () => monitoring.servers());
  mount(getVersion, () => {
    const { available, latestVersion } = monitoring.update();
    return { ...monitoring.about, updateAvailable: available, latestVersion };
  });
  mount(getStats, () => ({ ...state.stats(momentOf(clock)), webSocketClients: push.clients() }));
  mount(getPerformance, () => ({
    ...state.performance(momentOf(clock)),
    residentBytes: process.memoryUsage.rss(),
    droppedItems: state.current().instances.reduce((sum, instance) => sum + instance.dropped, 0),
    ignoredMessages: push.ignoredMessages(),
    instances: state.calls(),
  }));
  mount(getOpenApi, () => {
    description ??= new JsonText([Buffer.from(JSON.stringify(monitoring.openApi()))]);
    return description;
  });
}
