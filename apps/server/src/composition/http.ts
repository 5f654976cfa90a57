// The HTTP server: who may call it, the socket of browsers, and what every answer has. Routes are mounted on it afterwards.
import type { endpoints as allEndpoints } from '@belfry/schema/http/endpoints';
import type { FastifyRequest } from 'fastify';
import type { Origins } from '../admin/system/origins.ts';
import type { Guard } from '../auth/guard.ts';
import { compressAnswers } from '../http/compress.ts';
import { installCors } from '../http/cors.ts';
import { installDemo } from '../http/demo.ts';
import { createServer } from '../http/server.ts';
import { encodeSlashes } from '../http/slashes.ts';
import type { Hub } from '../push/hub.ts';
import { socketRoutes } from '../push/routes.ts';
import type { AppDeps } from './app-types.ts';

export interface HttpDeps extends Pick<AppDeps, 'config' | 'tls' | 'demoToken' | 'clock' | 'log'> {
  endpoints: typeof allEndpoints;
  guard: Guard;
  origins: Origins;
  hub: Hub;
  /** Counts what the server reads and sends. */
  measure(server: ReturnType<typeof createServer>['server']): void;
  /** Somebody has called. */
  seen(who: ReturnType<Guard['whoOf']>): void;
  /** A route has thrown. */
  failed(error: unknown): unknown;
}

export async function openHttp({ config, endpoints, guard, origins, hub, ...deps }: HttpDeps) {
  const { tls, demoToken, measure, seen, failed, clock, log } = deps;
  const isHttps = (request: FastifyRequest) => guard.lineOf(request).https;
  const http = createServer(log, {
    framing: origins.framing,
    isHttps,
    tls: tls?.options(),
    below: config.access.prefix,
    rewrite: encodeSlashes(endpoints),
  });
  measure(http.server);
  compressAnswers(http);
  http.addHook('onError', async (_request, _reply, error) => void failed(error));
  installCors(http, origins.allowed, guard.isAmbient);
  if (config.demo) installDemo(http, { signIn: !config.authDisabled, reportToken: demoToken });
  guard.install(http);
  http.addHook('onRequest', async (request) => seen(guard.whoOf(request)));
  await socketRoutes(http, {
    hub,
    gate: guard.gate,
    mayStay: guard.mayStay,
    reachedBy: guard.lineOf,
    isForeign: guard.isForeign,
    isAmbient: guard.isAmbient,
    addressOf: (request) => guard.callerOf(request).ip,
    allowedOrigins: origins.allowed,
    clock,
  });
  return http;
}
