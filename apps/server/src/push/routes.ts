// GET /ws: opens a socket and adds it to the hub.

import { COLLECT_PATH } from '@belfry/schema/collect/protocol';
import { DELTA_PROTOCOL, SOCKET_PATH } from '@belfry/schema/defaults';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Gate, refusal } from '../http/gate.ts';
import { isForeign as isForeignTo, type Reached, refuseOrigin } from '../http/origin.ts';
import { sendError, sendRefusal } from '../http/reply.ts';
import type { Clock } from '../lib/clock.ts';
import { type Refused, refusalText, refuse } from '../lib/refusal.ts';
import type { Hub } from './hub.ts';
import { mayConnect } from './origin.ts';

const MAX_INBOUND_BYTES = 64 * 1024;
const sockets: ReadonlySet<string | undefined> = new Set([SOCKET_PATH, COLLECT_PATH]);
/** A page that is refused tries again for ever. */
const LOG_EVERY_MS = 10 * 60_000;

export interface SocketRoutes {
  hub: Hub;
  gate: Gate;
  /** Whether the credentials of the caller are still valid. Default: always. */
  mayStay?: ((request: FastifyRequest) => boolean) | undefined;
  /** The address that the browser used, also behind a proxy. Default: the address of the request. */
  reachedBy?(request: FastifyRequest): Reached;
  /** Whether a page of another origin sent this. */
  isForeign?(request: FastifyRequest): boolean;
  /** Whether a browser sends the credentials of the caller by itself. Default: yes. */
  isAmbient?(request: FastifyRequest): boolean;
  /** The address of the browser, also behind a proxy. Default: the address of the request. */
  addressOf?(request: FastifyRequest): string;
  /** Origins that may connect beside the server's own. */
  allowedOrigins(): readonly string[];
  clock: Pick<Clock, 'monotonic'>;
}

export async function socketRoutes(app: FastifyInstance, deps: SocketRoutes): Promise<void> {
  const { hub, gate, mayStay, allowedOrigins, clock } = deps;
  const {
    reachedBy = ({ headers }) => ({ https: false, host: headers.host ?? '' }),
    isForeign = (request) => isForeignTo(request.headers, reachedBy(request)),
    isAmbient = () => true,
    addressOf = ({ ip }) => ip,
  } = deps;
  let explainedAt = Number.NEGATIVE_INFINITY;
  /** No browser shows why a socket did not open. */
  const explain = (request: FastifyRequest, { error }: Refused): void => {
    if (clock.monotonic() - explainedAt < LOG_EVERY_MS) return;
    explainedAt = clock.monotonic();
    request.log.warn(`the live connection was refused: ${refusalText(error)}`);
  };
  await app.register(websocket, {
    // client.ts answers pings: it knows whether the answers are taken.
    options: { maxPayload: MAX_INBOUND_BYTES, skipUTF8Validation: true, autoPong: false },
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'a socket broke'),
    preClose: (done) => {
      hub.close();
      done();
    },
  });
  // The plugin would open a socket on any route that answers, and then close it.
  app.addHook('onRequest', async (request, reply) => {
    if (request.ws && !sockets.has(request.routeOptions.url)) return sendError(reply, 'not_found');
  });
  // Registered as a plugin of its own, so that it comes after the one above.
  await app.register(async (scope) => {
    scope.route<{ Querystring: { protocol?: unknown } }>({
      method: 'GET',
      url: SOCKET_PATH,
      onRequest: async (request, reply) => {
        if (!request.ws) {
          const refused = refuse('bad_request', { id: 'socket.noUpgrade' });
          // programs that follow links have no such header
          if (request.headers['sec-websocket-key'] !== undefined) explain(request, refused);
          return sendRefusal(reply, refused);
        }
        const attempt = {
          origin: request.headers.origin,
          foreign: isForeign(request),
          ambient: isAmbient(request),
        };
        if (!mayConnect(attempt, allowedOrigins())) {
          const refused = refuseOrigin(request.headers, reachedBy(request));
          explain(request, refused);
          return sendRefusal(reply, refused);
        }
        const refused = await refusal(gate, request, 'watcher');
        if (refused) return sendError(reply, refused);
      },
      handler: async (_, reply) => sendError(reply, 'bad_request'),
      wsHandler: (socket, request) =>
        hub.join(socket, {
          protocol: request.query.protocol === DELTA_PROTOCOL ? 'deltas' : 'plain',
          address: addressOf(request),
          mayStay: mayStay && (() => mayStay(request)),
        }),
    });
  });
}
