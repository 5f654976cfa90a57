// A demo is for looking: what would change it is refused, except coming in, going out, and what agents do.
import type { FastifyInstance } from 'fastify';
import { refuse, sendRefusal } from './reply.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
const always = /^\/api\/(login|logout|oidc\/|agents\/)/;
const account = /^\/api\/security\//;

/** `signIn`: people have accounts here, and may look after them. To be installed before any route. */
export function installDemo(app: FastifyInstance, signIn: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-demo-mode', 'true');
    const route = request.routeOptions.url;
    if (route === undefined || safe.has(request.method) || always.test(route)) return;
    if (signIn && account.test(route)) return;
    return sendRefusal(reply, refuse('forbidden', { message: 'This is a demo: it is read-only.' }));
  });
}
