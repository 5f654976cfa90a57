// A request to one node of a cluster: login, route, parameters, forwarding, answer.
import { type Answer, type Reply, refuse, render } from '../answer.ts';
import { checkParams, createRouter, hasCall, type Route } from '../router.ts';
import type { Incoming } from '../server.ts';
import type { Cluster } from '../world/cluster.ts';
import { nodeNamed } from '../world/cluster.ts';
import { advance } from '../world/events.ts';
import type { Node } from '../world/node.ts';
import type { Access } from './access.ts';
import { type Call, isUnheard } from './call.ts';
import { pveRoutes } from './routes.ts';
import { usualRights } from './routes-access.ts';

/** `template` is for the request log; `target` is the node that answers; `delayed`: a refused login. */
export type Handling = { template: string; target: Node; answer: Answer | 'never'; delayed?: true };

const base = '/api2/json';
const router = createRouter<Call>(pveRoutes);

/** `now` is in epoch seconds. */
export function handlePve(cluster: Cluster, access: Access, asked: Node, request: Incoming, now: number): Handling {
  const wordy = cluster.release >= 9;
  const { method, headers, params } = request;
  const done = (template: string, reply: Reply, target = asked) => ({
    template,
    target,
    answer: render(reply, wordy),
  });
  if (!request.path.startsWith(`${base}/`)) return { template: 'other', target: asked, answer: page(request.path) };

  advance(cluster, now);
  const path = request.path.slice(base.length);
  const match = router(method, path);
  const template = match?.route.path ?? 'unknown';
  const identity = match?.route.public ? { user: '' } : access.identify(headers.authorization, headers.cookie, now);
  // A refused request has no body: the text is only in the reason phrase.
  if ('refused' in identity)
    return { template, target: asked, answer: { status: 401, reason: identity.refused }, delayed: true };
  if (!match || !hasCall(match.route, cluster.release))
    return done(template, refuse(501, `Method '${method} ${path}' not implemented`));

  const { route } = match;
  const name = match.path.node;
  const target = name === undefined ? asked : nodeNamed(cluster, name);
  if (!target)
    return done(
      template,
      refuse(
        500,
        `hostname lookup '${name}' failed - failed to get address info for: ${name}: Name or service not known`,
      ),
    );
  if (!target.online) return { template, target, answer: { status: 595, reason: 'No route to host' } };

  const rights = access.rightsOf(identity.user, usualRights(cluster));
  const may = (privilege: string) => rights.has(privilege);
  const call: Call = { cluster, asked, path: match.path, user: identity.user, rights, may, now, access };
  // A real server checks privileges before parameters.
  const wrong = forbidden(call, route) ?? checkParams(route.params ?? {}, params, cluster.release);
  if (!wrong && isUnheard(call, route)) return { template, target, answer: 'never' };
  const reply = wrong ?? route.answer(call, params);
  const handling = done(template, reply, target);
  return handling.answer.status === 401
    ? { ...handling, answer: { ...handling.answer, body: '{"data":null}' }, delayed: true }
    : handling;
}

/** The refusal of a real server contains the path and the privileges. One of these is needed. */
function forbidden({ may, path }: Call, { needs }: Route<Call>): Reply | undefined {
  if (!needs) return undefined;
  const [where, ...privileges] = needs;
  if (privileges.some(may)) return undefined;
  const at = where.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  return refuse(403, `Permission check failed (${at}, ${privileges.join('|')})`);
}

/** Any other path. Only the title of the web interface is simulated. */
const page = (path: string): Answer =>
  path === '/'
    ? {
        status: 200,
        reason: 'OK',
        body: '<!DOCTYPE html><title>Proxmox Virtual Environment (lab)</title>',
        type: 'text/html',
      }
    : { status: 404, reason: `no such file '${path}'` };
