// The server as main.ts assembles it, listening, with its data in a folder of its own. Nothing in it is a stand-in.
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import { type App, type AppDeps, createApp } from '../../app.ts';
import { type Config, type Env, parseEnv } from '../../config/env.ts';
import { openStore, type Store } from '../../db/store.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';

export const PASSWORD = 'correct horse battery';

export interface WholeOptions {
  env?: Env;
  more?: Partial<Config>;
  dataDir?: string;
  clock?: Clock;
  agentFiles?: AppDeps['agentFiles'];
}

export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  /** Address of the other end of the line. */
  from?: string;
}

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it.
  json: any;
  text: string;
  headers: LightMyRequestResponse['headers'];
  cookies: Record<string, string>;
}

export interface Whole {
  app: App;
  store: Store;
  dataDir: string;
  /** Every line of the log, at its most talkative. */
  log: string[];
  /** `127.0.0.1:12345` */
  host: string;
  call(method: string, url: string, call?: Call): Promise<Reply>;
  bootstrapToken(): string;
  stop(): Promise<void>;
}

const nowhere = { release: '/nowhere', installer: '/nowhere' };

/** A fresh instance, or that of `dataDir` started again. */
export async function wholeApp(options: WholeOptions = {}): Promise<Whole> {
  const { env = {}, more = {}, dataDir = tempDir(), clock = systemClock, agentFiles = nowhere } = options;
  const config = parseEnv({ BELFRY_HOST: '127.0.0.1', BELFRY_PORT: '0', BELFRY_DATA_DIR: dataDir, ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const lines: string[] = [];
  const log = createLogger('trace', (line) => lines.push(line));
  const opened = openStore({ dataDir, encryptionKey: config.value.access.encryptionKey, clock, log });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const app = await createApp({
    config: { ...config.value, ...more },
    store,
    clock,
    log,
    webDir: '/nowhere',
    agentFiles,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= app.stop();
    return stopped;
  };
  onTestFinished(stop);
  await app.start();
  const bootstrapFile = path.join(dataDir, 'bootstrap-token');
  return {
    app,
    store,
    dataDir,
    log: lines,
    host: `127.0.0.1:${(app.http.server.address() as AddressInfo).port}`,
    stop,
    bootstrapToken: () => (existsSync(bootstrapFile) ? readFileSync(bootstrapFile, 'utf8').trim() : ''),
    async call(method, url, { body, headers = {}, from = '192.0.2.10' } = {}) {
      const reply = await app.http.inject({
        method: method as 'GET',
        url,
        headers,
        remoteAddress: from,
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = reply.body !== '' && String(reply.headers['content-type']).startsWith('application/json');
      return {
        status: reply.statusCode,
        json: isJson ? reply.json() : undefined,
        text: reply.body,
        headers: reply.headers,
        cookies: Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])),
      };
    },
  };
}

/** An instance in which everybody may do everything. */
export const openApp = (env: Env = {}, dataDir: string = tempDir()): Promise<Whole> =>
  wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true', ...env }, dataDir });

/** A fresh instance whose first run is done; `token` is the API token it was given. */
export async function configuredApp(options: WholeOptions = {}): Promise<Whole & { token: string }> {
  const whole = await wholeApp(options);
  const body = { username: 'admin', password: PASSWORD, bootstrapToken: whole.bootstrapToken() };
  const { json } = await whole.call('POST', '/api/security/quick-setup', { body });
  return { ...whole, token: json.credentials.apiToken };
}

/** Headers of a browser that signed in. */
export async function signIn({ call }: Whole, from = '192.0.2.10'): Promise<Record<string, string>> {
  const { cookies } = await call('POST', '/api/login', { body: { username: 'admin', password: PASSWORD }, from });
  return {
    cookie: `belfry_session=${cookies.belfry_session}; belfry_csrf=${cookies.belfry_csrf}`,
    'x-csrf-token': cookies.belfry_csrf ?? '',
    'sec-fetch-site': 'same-origin',
  };
}
