// An instance with everything of the way in and nothing else, spoken to without a network.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Access, type Endpoint, endpoint } from '@belfry/schema/http/endpoint';
import { getHealth, getState, getVersion } from '@belfry/schema/http/monitoring';
import { oidcEndpoints } from '@belfry/schema/http/oidc';
import { securityEndpoints } from '@belfry/schema/http/security';
import type { LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { START, tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { createEntrance } from '../../entrance.ts';
import { createMount } from '../../http/mount.ts';
import { createServer } from '../../http/server.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { parseNetworks } from '../../lib/networks.ts';
import type { AuthConfig } from '../identify.ts';
import type { OidcEnv } from '../oidc/settings.ts';

const probe = (access: Access, method: 'GET' | 'PUT', name: string = access) =>
  endpoint({ method, path: `/api/probe/${name}`, summary: '', access, reply: z.object({}) });

/** One endpoint per kind of access, and paths that once opened doors by how they end. */
export const probes: readonly Endpoint[] = [
  ...(['viewer', 'operator', 'admin', 'agent'] as const).flatMap((a) => [probe(a, 'GET'), probe(a, 'PUT')]),
  probe('admin', 'PUT', 'x.js'),
  probe('viewer', 'GET', 'x.css'),
  probe('public', 'GET'),
];

export interface Call {
  body?: object;
  headers?: Record<string, string>;
  /** Address of the other end of the line. */
  from?: string;
}

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it.
  json: any;
  headers: LightMyRequestResponse['headers'];
  cookies: Record<string, string>;
}

export function networks(list: string) {
  const parsed = parseNetworks(list);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

export interface InstanceOptions {
  config?: Partial<AuthConfig>;
  clock?: FakeClock;
  dataDir?: string;
  oidcEnv?: OidcEnv;
  publicUrl?: string;
}

export function instance({
  config = {},
  clock = fakeClock(START),
  dataDir = tempDir(),
  oidcEnv = {},
  publicUrl = 'https://belfry.example/',
}: InstanceOptions = {}) {
  const lines: string[] = [];
  const log = createLogger('info', (line) => lines.push(line));
  const store = tempStore(clock, dataDir);
  const whole: AuthConfig = { disabled: false, trustedProxies: networks(''), proxy: undefined, ...config };
  const endpoints = [getHealth, getVersion, getState, ...securityEndpoints, ...oidcEndpoints, ...probes];
  const entrance = createEntrance({
    config: whole,
    store,
    endpoints,
    dataDir,
    oidcEnv,
    publicUrl,
    clock,
    log,
  });

  const http = createServer(log);
  entrance.guard.install(http);
  const mount = createMount(http, entrance.guard.gate);
  entrance.routes(mount);
  for (const e of [getHealth, getVersion, getState, ...probes]) mount(e, () => ({}));
  entrance.start();
  onTestFinished(async () => {
    entrance.stop();
    await http.close();
  });

  const call = async (
    method: string,
    url: string,
    { body, headers = {}, from = '192.0.2.10' }: Call = {},
  ): Promise<Reply> => {
    const reply = await http.inject({
      method: method as 'GET',
      url,
      headers,
      remoteAddress: from,
      ...(body ? { payload: body } : {}),
    });
    return {
      status: reply.statusCode,
      json: reply.body === '' ? undefined : reply.json(),
      headers: reply.headers,
      cookies: Object.fromEntries(reply.cookies.map((cookie) => [cookie.name, cookie.value])),
    };
  };
  const bootstrapFile = path.join(dataDir, 'bootstrap-token');
  return {
    call,
    store,
    entrance,
    http,
    clock,
    lines,
    dataDir,
    bootstrapToken: () => (existsSync(bootstrapFile) ? readFileSync(bootstrapFile, 'utf8').trim() : ''),
    login: (password = PASSWORD, from = '192.0.2.10', username = 'admin') =>
      call('POST', '/api/login', { body: { username, password }, from }),
  };
}

export type Instance = ReturnType<typeof instance>;
export const PASSWORD = 'correct horse battery';

/** Set up with PASSWORD, then started again with the options; also gives the API token made at setup. */
export async function configured(options: InstanceOptions = {}): Promise<Instance & { apiToken: string }> {
  const { clock = fakeClock(START), dataDir = tempDir() } = options;
  const first = instance({ clock, dataDir });
  const body = { username: 'admin', password: PASSWORD, bootstrapToken: first.bootstrapToken() };
  const reply = await first.call('POST', '/api/security/quick-setup', { body });
  first.entrance.stop();
  first.store.close();
  return { ...instance({ ...options, clock, dataDir }), apiToken: reply.json.credentials.apiToken };
}

/** Headers of a browser that signed in. */
export async function browser(made: Instance, from?: string): Promise<Record<string, string>> {
  const { cookies } = await made.login(PASSWORD, from);
  return {
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
    'x-csrf-token': cookies.belfry_csrf ?? '',
    'sec-fetch-site': 'same-origin',
  };
}
