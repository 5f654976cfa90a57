// The web build: hashed assets are cached for ever, and every other page gets the HTML shell, so that deep links work.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Endpoint } from '@belfry/schema/http/endpoint';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../lib/refusal.ts';
import { onUnknownApi, pathOf } from './errors.ts';
import { policyFor } from './headers.ts';
import { pageBelow } from './prefix.ts';
import { sendError, sendRefusal } from './reply.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Belfry</title>' +
  '<p>The server runs, but the web interface is not built. Run <code>npm run build</code> and reload.</p>';

const isFile = (where: string): boolean => /^\/+download\//.test(where) || where.endsWith('.sh');

/** `webDir`: the folder of the web build, which may not exist yet. `endpoints`: to recognise a wrong method. */
export async function serveWeb(app: FastifyInstance, webDir: string, endpoints: readonly Endpoint[]): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    cacheControl: false,
    preCompressed: true,
    suppressWarning: true,
    setHeaders: (reply, file) => {
      const hashed = path.relative(webDir, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', hashed ? FOR_EVER : 'no-cache');
    },
  });

  // read each time, because a new build may have replaced it
  const readShell = () => readFile(path.join(webDir, 'index.html'), 'utf8').catch(() => undefined);
  const shell = async (reply: FastifyReply) => {
    const page = await readShell();
    if (page === undefined)
      return reply.code(503).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(NOT_BUILT);
    const policy = String(reply.getHeader('content-security-policy'));
    const { below } = app;
    if (below === '') return reply.header('content-security-policy', policyFor(page, policy)).sendFile('index.html');
    const own = pageBelow(below, page);
    reply.header('content-security-policy', policyFor(own, policy)).header('cache-control', 'no-cache');
    return reply.type('text/html; charset=utf-8').send(own);
  };

  app.get('/', (_, reply) => shell(reply));
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const where = pathOf(request);
    if (/^\/+(api|ws)(\/|$)/.test(where)) return onUnknownApi(endpoints, request, reply);
    // A program that fetches a file of another product must not get a page in its place.
    if (isFile(where)) return sendRefusal(reply, refuse('not_found', { id: 'artefact.unknown' }));
    const page = (request.method === 'GET' || request.method === 'HEAD') && !where.startsWith('/assets/');
    return page ? shell(reply) : sendError(reply, 'not_found');
  });
}
