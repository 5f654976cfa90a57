// A request must arrive within a time: its head within `requestMs`, and its body within the time that the largest body of
// its endpoint takes on a slow line. Node itself has one limit for all requests, which is that of the largest.
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../lib/clock.ts';

export interface RequestLimits {
  readonly requestMs: number;
  /** The slowest line on which a large body still arrives. */
  readonly bytesPerMs: number;
  /** How often Node looks for requests that are late. */
  readonly checkEveryMs: number;
}

export const requestLimits: RequestLimits = { requestMs: 15_000, bytesPerMs: 32, checkEveryMs: 5000 };

/** To be called before any route is added. */
export function limitBodyTime(app: FastifyInstance, { requestMs, bytesPerMs }: RequestLimits): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { socket } = request.raw;
    // Without a body there is nothing to wait for, and a request that came over no connection is complete.
    if (!hasBody(request.raw) || !(socket instanceof Socket)) return done(null, payload);
    const { bodyLimit } = request.routeOptions;
    const cancel = systemClock.after(requestMs + bodyLimit / bytesPerMs, () => {
      // As Node does it: Fastify answers 408 and closes the connection.
      const late = Object.assign(new Error('the request is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', late, socket);
    });
    payload.once('end', cancel);
    payload.once('close', cancel);
    done(null, payload);
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
