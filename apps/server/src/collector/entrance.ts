// The own port of a collector: agents, nodes and Proxmox hosts of its site call here what they would call at the server.
import { passedOn, passedOnNames } from '@belfry/schema/collect/passed-on';
import { bodyLimitOf, type Endpoint } from '@belfry/schema/http/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { givenToken } from '../auth/identify.ts';
import { createRateLimit } from '../auth/rate-limit.ts';
import type { ReportFiles } from '../composition/reports.ts';
import { agentVersion } from '../config/build.ts';
import { createMount, inputOf } from '../http/mount.ts';
import { sendError, sendRefusal } from '../http/reply.ts';
import { createServer, type ServerOptions } from '../http/server.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { refuseWith } from '../lib/refusal.ts';
import { createArtefacts } from '../sources/docker-agent/artefacts.ts';
import { agentFileRoutes } from '../sources/docker-agent/routes.ts';
import { sensorFileRoute } from '../sources/sensors/routes.ts';
import { ANSWER_MS, type Call, type Calls, type Passed } from './calls.ts';

export interface EntranceDeps {
  /** The name of the site. */
  site: string;
  calls: Pick<Calls, 'pass'>;
  files: ReportFiles;
  tls?: ServerOptions['tls'];
  clock: Clock;
  log: Logger;
}

/** An agent reports twice a minute at most as it is installed. A machine may have some agents, and a cluster pushes each event once. */
const CALLS_A_MINUTE = 120;

export function createEntrance({ site, calls, files, tls, clock, log }: EntranceDeps): FastifyInstance {
  const http = createServer(log, { tls, isHttps: () => tls !== undefined });
  const limit = createRateLimit(clock, { report: { burst: CALLS_A_MINUTE, perMs: 60_000 } });
  http.addHook('onRequest', async (request, reply) => {
    const retryAfterS = limit('report', request.ip);
    return retryAfterS === undefined ? undefined : sendRefusal(reply, refuseWith('rate_limited', { retryAfterS }));
  });
  for (const what of passedOnNames) {
    const endpoint: Endpoint = passedOn[what];
    http.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { foreignKeys: endpoint.foreignKeys ?? false },
      bodyLimit: bodyLimitOf(endpoint),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { details } = inputOf(endpoint, request);
        if (details) return sendError(reply, 'validation_error', details);
        const passed = await calls.pass(callOf(what, request), request.ip, reporterIn(request.body));
        return answer(reply, passed, { site, request });
      },
    });
  }
  // The collector has the files of its own release, so that the line does not carry them.
  const mount = createMount(http, async () => undefined);
  agentFileRoutes(mount, { artefacts: createArtefacts(files), builder: undefined, agentVersion });
  sensorFileRoute(mount, files.sensorInstaller);
  http.setNotFoundHandler((_, reply) => sendError(reply, 'not_found'));
  return http;
}

function callOf(what: Call['what'], request: FastifyRequest): Call {
  const { params, url, body } = request;
  return {
    what,
    params: params as Call['params'],
    query: url.split('?').slice(1).join('?').slice(0, 2048),
    token: givenToken(request).slice(0, 256),
    body: body === undefined ? '' : JSON.stringify(body),
  };
}

/** Which of the reporters at one address it is, in their own words. */
function reporterIn(body: unknown): string {
  const { agent, host, node } = (body ?? {}) as {
    agent?: { id?: unknown };
    host?: { hostname?: unknown };
    node?: unknown;
  };
  return JSON.stringify([agent?.id, host?.hostname, node]);
}

function answer(
  reply: FastifyReply,
  passed: Passed,
  { site, request }: { site: string; request: FastifyRequest },
): FastifyReply {
  if (typeof passed === 'object') {
    const { status, contentType, body, retryAfter } = passed;
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.code(status).type(contentType).send(body);
  }
  const values = { name: site };
  if (passed === 'kept') return reply.code(202).send(receipt(request));
  if (passed === 'no answer') {
    const sentence = { id: 'collector.noAnswer', values: { ...values, seconds: ANSWER_MS / 1000 } } as const;
    return sendRefusal(reply, refuseWith('unavailable', { sentence, retryAfterS: 10 }));
  }
  const sentence = { id: passed === 'full' ? 'collector.full' : 'collector.noLine', values } as const;
  return sendRefusal(reply, refuseWith('unavailable', { sentence, retryAfterS: 30 }));
}

/** Agents look for `success` and webhooks of Proxmox for the status. Nobody has read the report yet, so it names no host. */
function receipt({ body }: FastifyRequest) {
  const { containers } = (body ?? {}) as { containers?: readonly unknown[] };
  return {
    success: true,
    accepted: true,
    ...(containers && { containers: containers.length }),
    message: 'The collector keeps it until it reaches the server.',
  };
}
