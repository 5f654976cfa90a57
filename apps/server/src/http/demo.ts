// A demo is read-only: changes are refused, except sign-in, sign-out, and the reports of its own agents. If nobody
// signs in, everybody is an administrator, so what only administrators may read is refused too.
import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../lib/refusal.ts';
import { sendRefusal } from './reply.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
const always = /^\/api\/(login|logout|oidc\/)/;
const report = /^\/api\/agents\/[^/]+\/report$/;
const account = /^\/api\/security\//;
/** Endpoints that describe the machine behind the demo and its visitors. */
const confidential = /^\/api\/(diagnostics|setup-script|security\/(audit|oidc|sessions|tokens))/;

export interface DemoAccess {
  /** Users have accounts here and may change them. */
  signIn: boolean;
  /** The token of the demo's own agents. Without one nobody can send reports. */
  reportToken?: string | undefined;
}

const digest = (text: string) => hash('sha256', text, 'buffer');

/** To be called before any route is added. */
export function installDemo(app: FastifyInstance, { signIn, reportToken }: DemoAccess): void {
  const own = reportToken === undefined ? undefined : digest(reportToken);
  const isOwn = ({ headers }: FastifyRequest) =>
    own !== undefined && timingSafeEqual(digest(String(headers['x-api-token'])), own);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-demo-mode', 'true');
    const route = request.routeOptions.url;
    if (route === undefined || always.test(route) || (report.test(route) && isOwn(request))) return;
    if (signIn && account.test(route)) return;
    if (safe.has(request.method) && (signIn || !confidential.test(route))) return;
    return sendRefusal(
      reply,
      refuse('forbidden', safe.has(request.method) ? { id: 'demo.notShown' } : { id: 'demo.readOnly' }),
    );
  });
}
