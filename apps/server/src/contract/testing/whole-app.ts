// The server as server.ts starts it, listening, with its data in a folder of its own. No part of it is a fake.
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { bootstrapToken, setUp } from '../../auth/testing/administrator.ts';
import { createApp } from '../../composition/app.ts';
import type { App, AppDeps } from '../../composition/app-types.ts';
import { type Config, type Env, parseEnv } from '../../config/env.ts';
import { openTestStore, type TestStore, tempDir } from '../../db/testing/temp-store.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import { type CallRoute, callerOf } from '../../http/testing/call.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { createDefects, type Defects } from '../../lib/defects.ts';
import { createLogger } from '../../lib/logger.ts';

export interface WholeOptions {
  env?: Env;
  more?: Partial<Config>;
  dataDir?: string;
  clock?: Clock;
  agentFiles?: AppDeps['agentFiles'];
  /** By default nothing of the past is stored. */
  history?: HistoryStore;
  /** The log has the level of the settings. */
  followsLevel?: boolean;
  entrance?: AppDeps['entrance'];
  parts?: AppDeps['parts'];
}

export interface Whole {
  app: App;
  store: TestStore;
  dataDir: string;
  defects: Defects;
  /** Every line of the log, at its most detailed level. */
  log: string[];
  /** `127.0.0.1:12345` */
  host: string;
  call: CallRoute;
  bootstrapToken(): string;
  stop(): Promise<void>;
}

const nowhere = { release: '/nowhere', installer: '/nowhere', sensorInstaller: '/nowhere' };

/** A new instance, or the one of `dataDir` started again. */
export async function wholeApp(options: WholeOptions = {}): Promise<Whole> {
  const {
    env = {},
    more = {},
    dataDir = tempDir(),
    clock = systemClock,
    agentFiles = nowhere,
    followsLevel = false,
    history,
  } = options;
  const config = parseEnv({ BELFRY_HOST: '127.0.0.1', BELFRY_PORT: '0', BELFRY_DATA_DIR: dataDir, ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const lines: string[] = [];
  const log = createLogger('trace', (line) => lines.push(line));
  // The settings control the level of the product's log; a test reads all of it.
  if (!followsLevel) Object.defineProperty(log, 'level', { get: () => 'trace', set() {} });
  const { databaseUrl, access } = config.value;
  const store = await openTestStore({ dataDir, databaseUrl, encryptionKey: access.encryptionKey, clock, log });
  const defects = createDefects({ log, now: clock.now });
  const app = await createApp({
    config: { ...config.value, ...more },
    store,
    clock,
    log,
    defects,
    webDir: '/nowhere',
    agentFiles,
    // Other programs that listen on this machine must not affect a test.
    discoveryPorts: [],
    ...(history && { history }),
    entrance: options.entrance,
    parts: options.parts,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= app.stop();
    return stopped;
  };
  onTestFinished(stop);
  await app.start();
  return {
    app,
    store,
    dataDir,
    defects,
    log: lines,
    host: `127.0.0.1:${(app.http.server.address() as AddressInfo).port}`,
    stop,
    bootstrapToken: () => bootstrapToken({ dataDir }),
    call: callerOf(app.http),
  };
}

/** An instance in which everybody may do everything. */
export const openApp = (env: Env = {}, dataDir: string = tempDir()): Promise<Whole> =>
  wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true', ...env }, dataDir });

/** A fresh instance whose first run is done; `token` is the API token it was given. */
export async function configuredApp(options: WholeOptions = {}): Promise<Whole & { token: string }> {
  const whole = await wholeApp(options);
  return { ...whole, token: await setUp(whole) };
}
