// The HTTP server without routes: limits, headers, errors. app.ts adds the routes.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from '../lib/logger.ts';
import { onError } from './errors.ts';
import { type Framing, securityHeaders } from './headers.ts';
import { readJson } from './json-body.ts';
import { withoutPrefix } from './prefix.ts';
import { limitBodyTime, type RequestLimits, requestLimits } from './request-time.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** See prefix.ts. */
    below: string;
  }
  interface FastifyContextConfig {
    /** See `Endpoint`. */
    foreignKeys?: boolean;
  }
}

/** For a path without an endpoint; mount.ts sets the others. */
const BODY_LIMIT_BYTES = 4 << 10;
/** No endpoint reads more. */
const MAX_BODY_BYTES = 16 << 20;
/** A connection without any traffic for this long is closed; one whose answer nobody reads after at most twice this time. */
const IDLE_MS = 60_000;

/** More than the line of a request has room for: the schema of an endpoint judges the length, and answers 400 or 404. */
const MAX_PARAM = 16_384;

export interface ServerOptions {
  /** Asked at every request, so that it can change while running. */
  framing?(): Framing;
  /** Whether the browser used HTTPS, to us or to a trusted proxy. */
  isHttps?(request: FastifyRequest): boolean;
  idleMs?: number;
  limits?: RequestLimits;
  /** The certificate for HTTPS; without it the server serves plain HTTP. */
  tls?: { cert: string; key: string; minVersion: 'TLSv1.2' } | undefined;
  /** The path below which browsers reach this server, such as `/belfry`, or empty. */
  below?: string;
  /** Another address for the router, see slashes.ts. */
  rewrite?(url: string): string;
}

export function createServer(
  log: Logger,
  {
    framing = () => 'nobody',
    isHttps = () => false,
    idleMs = IDLE_MS,
    limits = requestLimits,
    tls,
    below = '',
    rewrite = (url) => url,
  }: ServerOptions = {},
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const requestTimeout = Math.ceil(limits.requestMs + MAX_BODY_BYTES / limits.bytesPerMs);
  // Node reads these when the server is made, and ignores what is set later.
  const node = {
    requestTimeout,
    headersTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    shouldUpgradeCallback: isForSocket,
  };
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout,
    connectionTimeout: idleMs,
    rewriteUrl: ({ url = '/' }) => rewrite(withoutPrefix(below)(url)),
    genReqId: () => randomUUID(),
    // Any other upgrade request, such as h2c, is a plain request.
    ...(tls ? { https: { ...tls, ...node } } : { http: node }),
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: MAX_PARAM },
    frameworkErrors: (error, request, reply) => {
      // The server no longer tracks an upgraded connection, and no hook runs here that would close it.
      if (isForSocket(request.raw)) reply.raw.once('finish', () => request.raw.socket.destroySoon());
      reply.headers(securityHeaders(framing(), isHttps(request)));
      onError(error, request, reply);
    },
  });
  app.decorate('below', below);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders(framing(), isHttps(request)), 'x-request-id': request.id });
  });
  limitBodyTime(app, limits);
  readJson(app);
  app.setErrorHandler(onError);
  return app;
}

const isForSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
