// A demo is for looking: what would change it is refused, except coming in, going out, and what agents do. Where nobody
// signs in, everybody is an administrator, so what only administrators read is refused too.
import type { FastifyInstance } from 'fastify';
import { refuse } from '../lib/refusal.ts';
import { sendRefusal } from './reply.ts';

const READ_ONLY = 'This is a demo: it is read-only.';
const NOT_SHOWN = 'This is a demo: this is not shown.';
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
const always = /^\/api\/(login|logout|oidc\/|agents\/)/;
const account = /^\/api\/security\//;
/** Reads that tell of the machine behind the demo and of its visitors. */
const confidential = /^\/api\/(diagnostics|setup-script|security\/(audit|oidc|sessions|tokens))/;

/** `signIn`: people have accounts here, and may look after them. To be installed before any route. */
export function installDemo(app: FastifyInstance, signIn: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-demo-mode', 'true');
    const route = request.routeOptions.url;
    if (route === undefined || always.test(route)) return;
    if (signIn && account.test(route)) return;
    if (safe.has(request.method) && (signIn || !confidential.test(route))) return;
    return sendRefusal(reply, refuse('forbidden', safe.has(request.method) ? NOT_SHOWN : READ_ONLY));
  });
}
