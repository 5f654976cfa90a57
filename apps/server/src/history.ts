// Puts the history together: the store, the sampler, the import of what hosts have kept, and the endpoints.
import type { Server } from 'node:http';
import type { HistorySettings } from '@belfry/schema/history/settings';
import type { HistoryStatusReply } from '@belfry/schema/http/history';
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import type { State } from '@belfry/schema/state';
import type { HistoryStore } from './history/history-store.ts';
import { limitsOf } from './history/limits.ts';
import { historyRoutes } from './history/routes.ts';
import { createSampler } from './history/sampling/sampler.ts';
import type { Mount } from './http/mount.ts';
import type { Clock } from './lib/clock.ts';
import { countSent } from './lib/sent-bytes.ts';
import type { PipelineDeps } from './pipeline.ts';

export interface HistoryDeps {
  store: HistoryStore;
  settings(): HistorySettings;
  state(): State;
  /** Calls to the hosts of each instance since the start. */
  calls(): readonly InstanceCalls[];
  browsers(): number;
  clock: Clock;
}

export interface History extends Required<Pick<PipelineDeps, 'sample'>> {
  /** Why values are not stored. The same object while nothing changes. */
  problems(): State['serverProblems'];
  status(): Promise<HistoryStatusReply>;
  /** Counts what this server sends. */
  measure(server: Server): void;
  routes(mount: Mount): void;
  /** The settings have changed. */
  follow(): void;
  /** Resolves when everything is stored. */
  stop(): Promise<void>;
}

/** The kernel counts what is written in blocks of this size. */
const BLOCK_BYTES = 512;

export function createHistory({ store, settings, state, calls, browsers, clock }: HistoryDeps): History {
  const sent = countSent();
  const follow = () => store.configure(limitsOf(settings()));
  follow();
  const usage = () => {
    const { userCPUTime, systemCPUTime, fsWrite } = process.resourceUsage();
    return {
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
      residentBytes: process.memoryUsage.rss(),
      writtenBytes: fsWrite * BLOCK_BYTES,
      sentBytes: sent.bytes(),
      browsers: browsers(),
      calls: calls(),
    };
  };

  async function status(): Promise<HistoryStatusReply> {
    const { tiers, ...stored } = await store.status();
    const oldest = tiers.flatMap((tier) => tier.oldest ?? []);
    return {
      enabled: settings().historyEnabled,
      ...stored,
      maxBytes: limitsOf(settings()).maxBytes,
      ...(oldest.length > 0 && { oldest: Math.min(...oldest) }),
      tiers: [...tiers],
      problems: Object.values(store.problems()).map(({ message }) => message),
      imports: [],
    };
  }

  return {
    sample: createSampler({ store, isEnabled: () => settings().historyEnabled, usage }),
    problems: store.problems,
    status,
    measure: sent.watch,
    routes: (mount) => historyRoutes(mount, { store, state, status, clock }),
    follow,
    stop: store.close,
  };
}
