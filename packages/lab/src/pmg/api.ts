// A request to a mail gateway: login, route, parameters, forwarding to another node, answer.
import { type Reply, refuse, render } from '../answer.ts';
import type { Handling } from '../appliance.ts';
import { checkParams, createRouter } from '../router.ts';
import type { Incoming } from '../server.ts';
import type { TicketAccess } from '../ticket-access.ts';
import type { Call } from './call.ts';
import type { AccountRole, World } from './gateway.ts';
import { pmgRoutes } from './routes.ts';

const base = '/api2/json';
const router = createRouter<Call>(pmgRoutes);

/** `asked` is the name of the node that received the request, `now` epoch seconds. */
export function handlePmg(
  world: World,
  access: TicketAccess,
  roleOf: (user: string) => AccountRole,
  asked: string,
  { method, path, params, headers }: Incoming,
  now: number,
): Handling {
  const match = path.startsWith(`${base}/`) ? router(method, path.slice(base.length)) : undefined;
  const template = match?.route.path ?? 'unknown';
  const target = match?.path.node ?? asked;
  const done = (reply: Reply): Handling => ({ template, target, answer: render(reply, world.release >= 9) });

  const isPublic = match?.route.public === true;
  const identity = isPublic ? { user: '' } : access.identify(headers.authorization, headers.cookie, now);
  // A refused request has no body: the text is only in the reason phrase.
  if ('refused' in identity)
    return { template, target, answer: { status: 401, reason: identity.refused }, delayed: true };
  if (!match) return done(refuse(501, `Method '${method} ${path.slice(base.length)}' not implemented`));
  const node = world.nodes.find((n) => n.name === target);
  if (!node) return done(refuse(500, `hostname lookup '${target}' failed`));
  if (!node.isReachable) return { template, target, answer: { status: 595, reason: 'No route to host' } };

  const call: Call = {
    world,
    access,
    role: roleOf(identity.user),
    node,
    queue: match.path.queue ?? '',
    path: match.path,
    now,
  };
  const reply = checkParams(match.route.params ?? {}, params) ?? match.route.answer(call, params);
  const handling = done(reply);
  if (handling.answer.status !== 401) return handling;
  return { ...handling, answer: { ...handling.answer, body: '{"data":null}' }, delayed: true };
}
