// The whole server in a folder of its own, open to everybody, spoken to without a network unless it is started.
import type { AddressInfo } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import { type App, createApp } from '../app.ts';
import { type Env, parseEnv } from '../config/env.ts';
import type { Store } from '../db/store.ts';
import { tempDir, tempStore } from '../db/testing/temp-store.ts';
import { systemClock } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';

export interface WholeApp extends App {
  store: Store;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    url: string,
    body?: unknown,
    headers?: object,
  ): Promise<LightMyRequestResponse>;
  /** After `start`. */
  port(): number;
}

export async function wholeApp(env: Env = {}, dataDir: string = tempDir()): Promise<WholeApp> {
  const fixed = { BELFRY_HOST: '127.0.0.1', BELFRY_PORT: '0', BELFRY_DATA_DIR: dataDir, BELFRY_AUTH_DISABLED: 'true' };
  const config = parseEnv({ ...fixed, ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const store = tempStore(fakeClock(systemClock.now()), dataDir);
  const app = await createApp({
    config: config.value,
    store,
    clock: systemClock,
    log: createLogger('silent'),
    webDir: '/nowhere',
    agentFiles: { release: '/nowhere', installer: '/nowhere' },
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= app.stop();
    return stopped;
  };
  onTestFinished(stop);
  return {
    ...app,
    store,
    stop,
    call: (method, url, body, headers = {}) =>
      app.http.inject({
        method,
        url,
        headers: { ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    port: () => (app.http.server.address() as AddressInfo).port,
  };
}
