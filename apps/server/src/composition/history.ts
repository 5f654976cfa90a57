// Puts the history together: the store, the sampler, the import of what hosts have kept, and the endpoints.
import type { Server } from 'node:http';
import type { HistorySettings } from '@belfry/schema/history/settings';
import type { HistoryStatusReply } from '@belfry/schema/http/history';
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import type { State } from '@belfry/schema/state';
import type { ConfigParts } from '../db/config-part.ts';
import { openExportQueue } from '../db/export-queue-file.ts';
import type { Store } from '../db/store.ts';
import { createExports, type ExportsDeps } from '../history/export/exports.ts';
import { exportRoutes } from '../history/export/routes.ts';
import { type Readings, readingsOf } from '../history/exposition/collect.ts';
import { metricsRoute } from '../history/exposition/routes.ts';
import { createForecasts, type Forecasts } from '../history/forecasts.ts';
import type { HistoryStore } from '../history/history-store.ts';
import { historyRoutes } from '../history/http/routes.ts';
import { createImports, type Imports, type ImportsDeps } from '../history/import/imports.ts';
import { limitsOf } from '../history/limits.ts';
import { noHistory } from '../history/no-history.ts';
import { resourcesOf } from '../history/presence.ts';
import { chosenHistory } from '../history/remote/chosen-history.ts';
import { createRemote } from '../history/remote/remote.ts';
import { remoteRoutes } from '../history/remote/routes.ts';
import { createSampler } from '../history/sampling/sampler.ts';
import { createStrips } from '../history/strips/strips.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock, Moment } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import { joined } from '../lib/joined.ts';
import type { Logger } from '../lib/logger.ts';
import type { Parts } from '../lib/parts.ts';
import type { Passes } from '../lib/passes.ts';
import { countSent } from '../lib/sent-bytes.ts';
import type { PipelineDeps } from '../pipeline.ts';

export interface HistoryDeps {
  /** The one in the file of Belfry. */
  store: HistoryStore;
  /** Where the settings of exports are. */
  main: ExportsDeps['store'] & Pick<Store, 'server'>;
  dataDir: string;
  outgoing: ExportsDeps['outgoing'];
  audited: Audited;
  onDefect: OnDefect;
  parts: Parts;
  passes: Passes;
  settings(): HistorySettings;
  state(): State;
  /** Calls to the hosts of each instance since the start. */
  calls(): readonly InstanceCalls[];
  browsers(): number;
  /** Whether an instance of a site was observed just now. */
  isHeard(instance: string): boolean;
  /** Learns with each sample how many guests there are. */
  countedGuests(guests: number): void;
  /** What is kept of the import of an instance over a restart. */
  memoryOf: ImportsDeps['memoryOf'];
  clock: Clock;
  log: Logger;
}

export interface History extends Required<Pick<PipelineDeps, 'sample'>> {
  /** For the export of the configuration. */
  parts: Pick<ConfigParts, 'exports' | 'remote-history'>;
  /** Why values are not stored, or not sent to other engines. The same object while nothing changes. */
  problems(): State['serverProblems'];
  status(): Promise<HistoryStatusReply>;
  /** For what collectors measured during an outage of their line. */
  late: { store: Pick<HistoryStore, 'fill' | 'flush'>; isEnabled(): boolean };
  /** For questions about the past. `isOwn`: the values are in the file of Belfry. */
  past: { store: Pick<HistoryStore, 'series' | 'counts'>; isOwn(): boolean; isEnabled(): boolean };
  /** When what an alert is about will be full or worn out. */
  forecastFor: Forecasts['about'];
  /** When storages and datastores will be full, from what was known at a time. */
  forecastsAt: Forecasts['ofStores'];
  /** Imports what the hosts of an instance have kept of their past. Returns the function that ends it. */
  importPast: Imports['start'];
  /** An instance is gone for good. Must be called while the state still has its entities. */
  forget(instanceId: string): void;
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

export function createHistory(deps: HistoryDeps): History {
  const {
    store: embedded,
    main,
    dataDir,
    outgoing,
    audited,
    onDefect,
    parts,
    passes,
    settings,
    state,
    calls,
    browsers,
    isHeard,
    countedGuests,
    memoryOf,
    clock,
    log,
  } = deps;
  const { guarded } = parts;
  const queue = openExportQueue({ dataDir, backend: main.server?.exportQueue, clock, log });
  const remote = createRemote({ store: main, queue, outgoing, onDefect, clock });
  const store = chosenHistory(() => (remote.isChosen() ? remote.store : embedded), [embedded, remote.store]);
  const isEnabled = () => settings().historyEnabled;
  const isRecording = () => isEnabled() && Object.keys(store.problems()).length === 0;
  const strips = createStrips(store, clock);
  /** The store, with the strips of the last hour beside it. */
  const watched = {
    ...store,
    record(at, samples, part) {
      store.record(at, samples, part);
      guarded('the trends of the last hour', () => strips.record(at, samples), undefined);
    },
    async fill(resource, samples) {
      await store.fill(resource, samples);
      strips.filled(resource, samples);
    },
  } satisfies HistoryStore;
  /** What was imported into one store is not in the other. */
  const memoryIn = (instance: string) => memoryOf(remote.isChosen() ? `remote/${instance}` : instance);
  const imports = createImports({ store: watched, memoryOf: memoryIn, isEnabled: isRecording, clock, log });
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
    // Without its engine the store still says why it does not answer.
    const { tiers, ...stored } = await store.status().catch(noHistory.status);
    const oldest = tiers.flatMap((tier) => tier.oldest ?? []);
    return {
      enabled: isEnabled(),
      ...stored,
      maxBytes: limitsOf(settings()).maxBytes,
      ...(oldest.length > 0 && { oldest: Math.min(...oldest) }),
      tiers: [...tiers],
      problems: Object.values(store.problems()).map(({ message }) => message),
      imports: imports.statuses(),
    };
  }

  const readings = (): Readings => readingsOf(state(), usage(), { parts, passes });
  const exports = createExports({ store: main, queue, readings, outgoing, onDefect, clock });
  const forecasts = createForecasts({ store, state, clock });
  const sampler = createSampler({
    ...{ store: watched, isEnabled, isHeard, usage },
    later: (run) => void clock.after(0, () => guarded('the samples of the history', run, undefined)),
  });

  function take(now: State, moment: Moment): void {
    sampler(now, moment);
    passes.completed('sampling');
  }

  return {
    sample(now, moment) {
      countedGuests(now.vms.length + now.containers.length);
      guarded('the samples of the history', () => take(now, moment), undefined);
      guarded('the exports of values', () => exports.tick(moment), undefined);
      guarded('the history in another engine', () => remote.isChosen() && remote.tick(), undefined);
    },
    problems: joined(store.problems, exports.problems),
    parts: { exports: exports.part, 'remote-history': remote.part },
    status,
    late: { store: watched, isEnabled: isRecording },
    past: { store, isOwn: () => !remote.isChosen(), isEnabled: isRecording },
    forecastFor: forecasts.about,
    forecastsAt: forecasts.ofStores,
    importPast: embedded === noHistory ? () => () => {} : imports.start,
    // What is not forgotten now is removed when it is too old.
    forget: (instanceId) => void store.forget(resourcesOf(state(), instanceId)).catch(() => {}),
    measure: sent.watch,
    routes(mount) {
      historyRoutes(mount, { store, strips, isEnabled, state, status, forecasts, clock });
      metricsRoute(mount, readings);
      exportRoutes(mount, { exports, audited });
      remoteRoutes(mount, { remote, audited });
    },
    follow,
    async stop() {
      await exports.stop();
      await store.close();
      await queue.close();
    },
  };
}
