// A server that has only sign-in. Requests reach it without a network.
import { type Access, type Endpoint, endpoint } from '@belfry/schema/http/endpoint';
import { getHealth, getState, getVersion } from '@belfry/schema/http/monitoring';
import { oidcEndpoints } from '@belfry/schema/http/oidc';
import { securityEndpoints } from '@belfry/schema/http/security';
import { viewLinkEndpoints } from '@belfry/schema/http/view-links';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { createAccess } from '../../composition/access.ts';
import { START, tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { installCors } from '../../http/cors.ts';
import { createMount } from '../../http/mount.ts';
import { createServer } from '../../http/server.ts';
import { callerOf } from '../../http/testing/call.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { parseNetworks } from '../../lib/networks.ts';
import type { AuthConfig } from '../identify.ts';
import type { OidcEnv } from '../oidc/settings.ts';
import { bootstrapToken, logIn, setUp } from './administrator.ts';

const probe = (access: Access, method: 'GET' | 'PUT', name: string = access) =>
  endpoint(`${method} /api/probe/${name}`, { summary: '', access, reply: z.object({}) });

/** One endpoint per kind of access, and paths whose endings once passed the guard by mistake. */
export const probes: readonly Endpoint[] = [
  ...(['watcher', 'viewer', 'scraper', 'operator', 'admin', 'agent'] as const).flatMap((a) => [
    probe(a, 'GET'),
    probe(a, 'PUT'),
  ]),
  probe('admin', 'PUT', 'x.js'),
  probe('viewer', 'GET', 'x.css'),
  probe('public', 'GET'),
];

export function networks(list: string) {
  const parsed = parseNetworks(list);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

export interface AuthServerOptions {
  config?: Partial<AuthConfig>;
  clock?: FakeClock;
  dataDir?: string;
  oidcEnv?: OidcEnv;
  publicUrl?: string;
  /** The path below which it is served. */
  below?: string;
  allowedOrigins?: readonly string[];
}

export async function authServer({
  config = {},
  clock = fakeClock(START),
  dataDir = tempDir(),
  oidcEnv = {},
  publicUrl = 'https://belfry.example/',
  below = '',
  allowedOrigins = [],
}: AuthServerOptions = {}) {
  const lines: string[] = [];
  const log = createLogger('info', (line) => lines.push(line));
  const store = await tempStore({ clock, dataDir, log });
  const whole: AuthConfig = { disabled: false, trustedProxies: networks(''), proxy: undefined, ...config };
  const endpoints = [
    getHealth,
    getVersion,
    getState,
    ...securityEndpoints,
    ...viewLinkEndpoints,
    ...oidcEndpoints,
    ...probes,
  ];
  const access = createAccess({
    config: whole,
    store,
    endpoints,
    dataDir,
    oidcEnv,
    publicUrl,
    prefix: below,
    allowedOrigins: () => allowedOrigins,
    zoneOfQuietHours: () => undefined,
    clock,
    log,
  });

  const http = createServer(log, { isHttps: (request) => access.guard.lineOf(request).https, below });
  installCors(http, () => allowedOrigins, access.guard.isAmbient);
  access.guard.install(http);
  const mount = createMount(http, access.guard.gate);
  access.routes(mount);
  for (const e of [getHealth, getVersion, getState, ...probes]) mount(e, () => ({}));
  await access.start();
  onTestFinished(async () => {
    await access.stop();
    await http.close();
  });

  const call = callerOf(http);
  return {
    call,
    store,
    access,
    http,
    clock,
    lines,
    dataDir,
    bootstrapToken: () => bootstrapToken({ dataDir }),
    login: (password?: string, from?: string, username?: string) => logIn({ call }, from, password, username),
  };
}

export type AuthServer = Awaited<ReturnType<typeof authServer>>;

/** Set up with PASSWORD, then started again with the options; also returns the API token made at setup. */
export async function configured(options: AuthServerOptions = {}): Promise<AuthServer & { apiToken: string }> {
  const { clock = fakeClock(START), dataDir = tempDir() } = options;
  const first = await authServer({ clock, dataDir });
  const apiToken = await setUp(first);
  await first.access.stop();
  await first.store.close();
  return { ...(await authServer({ ...options, clock, dataDir })), apiToken };
}

/** A proxy that signs people in. */
export const proxy = {
  secret: 'proxy-secret',
  userHeader: 'x-user',
  roleHeader: 'x-roles',
  roleSeparator: '|',
  adminRole: 'admin',
  operatorRole: 'operator',
  logoutUrl: '/bye',
};
