// A request to a backup server: login, route, parameters, answer. Its refusals are plain text, not JSON.
import type { Answer, Reply } from '../answer.ts';
import type { Handling } from '../appliance.ts';
import { checkParams, createRouter, type Router } from '../router.ts';
import type { Incoming } from '../server.ts';
import type { TicketAccess } from '../ticket-access.ts';
import { advance } from '../world/events.ts';
import { chance } from '../world/walk.ts';
import type { Call } from './call.ts';
import { judge } from './job.ts';
import { pbsRoutes } from './routes.ts';
import type { TokenRole, World } from './server.ts';

/** Another order for each call. It depends on the seed and the number of the call. */
const shuffle = <T>(list: readonly T[], ...parts: number[]): T[] =>
  list
    .map((item, nth) => [chance(...parts, nth), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

const base = '/api2/json';
const routers = new Map<number, Router<Call>>();
const phrases: Record<number, string> = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' };

const plain = (status: number, words: string): Answer => ({
  status,
  reason: phrases[status] ?? 'Internal Server Error',
  body: words,
});

function render(reply: Reply): Answer {
  if ('data' in reply) return { status: 200, reason: 'OK', body: JSON.stringify(reply) };
  const [wrong] = Object.entries(reply.errors ?? {});
  return plain(reply.status, wrong ? `parameter verification failed - '${wrong[0]}': ${wrong[1]}` : reply.reason);
}

/** `now` epoch seconds. */
export function handlePbs(
  world: World,
  access: TicketAccess,
  roleOf: (user: string) => TokenRole,
  target: string,
  { method, path, params, headers }: Incoming,
  now: number,
): Handling {
  for (const cluster of world.clusters ?? []) advance(cluster, now);
  if (world.clusters) judge(world.jobs, world.clusters);
  const router = routers.get(world.release) ?? createRouter<Call>(pbsRoutes(world.release));
  routers.set(world.release, router);
  const match = path.startsWith(`${base}/`) ? router(method, path.slice(base.length)) : undefined;
  const template = match?.route.path ?? 'unknown';
  const isPublic = match?.route.public === true;
  const identity = isPublic ? { user: '' } : access.identify(headers.authorization, headers.cookie, now);
  if ('refused' in identity) return { template, target, answer: plain(401, identity.refused), delayed: true };
  if (!match || (match.route.since ?? 0) > world.release)
    return { template, target, answer: plain(404, `Path '${path}' not found.`) };
  const shuffled = <T>(list: readonly T[]): T[] => shuffle(list, world.seed, ++world.calls);
  const call: Call = { world, access, role: roleOf(identity.user), path: match.path, now, shuffled };
  const reply = checkParams(match.route.params ?? {}, params) ?? match.route.answer(call, params);
  const answer = render(reply);
  const delayed = ({ 401: true, 403: 'briefly' } as const)[answer.status];
  return { template, target, answer, ...(delayed && { delayed }) };
}
