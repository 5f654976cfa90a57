// What a standby answers on the port of Belfry: that it lives, that it is not ready, and who is active. It reads nothing of what is sent to it.
import type { Duplex } from 'node:stream';
import { english } from '@belfry/domain/sentences/english';
import { errors } from '@belfry/schema/errors';
import type { Version } from '@belfry/schema/http/monitoring';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOf } from '../http/errors.ts';
import { policyFor } from '../http/headers.ts';
import { errorBody } from '../http/reply.ts';
import { createServer, type ServerOptions } from '../http/server.ts';
import { type Clock, iso, momentOf } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { languageOf, standbyPage } from './standby-page.ts';
import type { Standing } from './waiting.ts';

const { status } = errors.standby;
const AGAIN_S = 5;

export interface StandbyDeps extends Required<Pick<ServerOptions, 'tls' | 'below'>> {
  own: string;
  standing(): Standing;
  about: Omit<Version, 'updateAvailable' | 'latestVersion'>;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: Logger;
}

export function createStandbyServer({ own, standing, about, clock, log, tls, below }: StandbyDeps): FastifyInstance {
  const started = momentOf(clock);
  const http = createServer(log, { tls, below, isHttps: () => tls !== undefined });

  const refused = (reply: FastifyReply): FastifyReply => {
    const { active } = standing();
    const body = errorBody({ code: 'standby', sentence: sentenceAbout(own, standing()) });
    return reply
      .code(status)
      .header('retry-after', AGAIN_S)
      .send({
        ...body,
        message: body.error,
        role: 'standby',
        active: active && { ...active, since: iso(active.since) },
      });
  };
  // Before a body is read: a collector may send megabytes.
  http.addHook('onRequest', async (request, reply) => {
    const where = pathOf(request).replace(/\/+$/, '');
    reply.header('cache-control', 'no-store');
    if (where === '/api/health') {
      const { at, monotonic } = momentOf(clock);
      const uptime = (monotonic - started.monotonic) / 1000;
      return reply.send({ status: 'healthy', timestamp: Math.floor(at / 1000), uptime });
    }
    if (where === '/api/version') return reply.send({ ...about, updateAvailable: false });
    if (isForProgram(where) || !['GET', 'HEAD'].includes(request.method)) return refused(reply);
    const page = await standbyPage(own, standing(), languageOf(request.headers['accept-language']));
    const policy = policyFor(page, String(reply.getHeader('content-security-policy')));
    reply.code(status).header('retry-after', AGAIN_S).header('content-security-policy', policy);
    return reply.header('vary', 'accept-language').type('text/html; charset=utf-8').send(page);
  });
  http.server.on('upgrade', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${status} Service Unavailable\r\nRetry-After: ${AGAIN_S}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  });
  return http;
}

/** What no browser opens as a page. */
const isForProgram = (where: string): boolean =>
  /^\/+(api|ws|collect|metrics|download|assets)(\/|$)/.test(where) || where.endsWith('.sh');

function sentenceAbout(own: string, { active }: Standing): Sentence {
  if (!active) return { id: 'servers.noneActive', values: { own } };
  const { name, address } = active;
  return { id: 'servers.isStandby', values: { own, name, address } };
}

/** One line for the terminal. Programs that wait for an active server wait on. */
export function standbyLine(version: string, own: string, address: string, { active }: Standing): string {
  return english(
    active
      ? { id: 'servers.waits', values: { version, own, address, name: active.name } }
      : { id: 'servers.waitsAlone', values: { version, own, address } },
  );
}
