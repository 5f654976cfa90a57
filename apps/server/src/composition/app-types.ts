// What the whole server needs, and what it offers to `server.ts`.
import type { ServerAddresses } from '@belfry/schema/http/onboarding';
import type { FastifyInstance } from 'fastify';
import type { Installation } from '../admin/updates/staging.ts';
import type { Config } from '../config/env.ts';
import type { Occurrence } from '../db/alerts-store.ts';
import type { Store } from '../db/store.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { Tls } from '../http/tls/tls.ts';
import type { Clock } from '../lib/clock.ts';
import type { Defects } from '../lib/defects.ts';
import type { Logger } from '../lib/logger.ts';
import type { Parts } from '../lib/parts.ts';
import type { Answer } from '../lib/refusal.ts';
import type { Pair } from '../servers/pair.ts';
import type { ActiveAlerts } from './demo-night.ts';
import type { ReportFiles } from './reports.ts';

export interface App {
  http: FastifyInstance;
  serverAddresses(): ServerAddresses;
  /** The one-time token of the first setup. Undefined when Belfry is set up. */
  setupToken(): string | undefined;
  /** Applies a configuration file before the start, if it has changed. If it is refused, nothing is changed. */
  configure(document: unknown): Promise<Answer<void>>;
  /** For the operator of a demo. */
  alerts: ActiveAlerts;
  /** Starts to serve, then to poll. Rejects if it cannot listen at the address; then everything is stopped again. */
  start(): Promise<void>;
  /** Stops the parts in reverse order, the store last. */
  stop(): Promise<void>;
}

export interface AppDeps {
  config: Config;
  store: Store;
  /** Of two servers with one database. Undefined: this one is alone. */
  pair?: Pair | undefined;
  clock: Clock;
  log: Logger;
  /** Unexpected errors; the clock reports them there. */
  defects: Defects;
  /** Without it Belfry serves plain HTTP. */
  tls?: Tls | undefined;
  /** The folder of the web build. */
  webDir: string;
  agentFiles: ReportFiles;
  /** In a demo: the only token that may send reports. */
  demoToken?: string | undefined;
  /** In a demo: what an empty history of alerts begins with. */
  demoNight?: readonly Occurrence[] | undefined;
  /** The ports at which discovery looks for hosts; by default the standard ports of the products. */
  discoveryPorts?: readonly number[];
  /** Guards the parts. Default: a new one. */
  parts?: Parts | undefined;
  /** May replace the hooks of a part, its rules, stages or start steps: tests make them throw. `place` says which ones they are. */
  entrance?: (<T extends object>(place: string, hooks: T) => T) | undefined;
  /** Where the values of the past are stored. */
  history?: HistoryStore;
  /** Where Belfry was installed so that it can replace itself. */
  installation?: Installation | undefined;
  /** This is an unpacked archive of a release. */
  isArchive?: boolean;
  /** Learns how many guests there are. */
  countedGuests?: (guests: number) => void;
}
