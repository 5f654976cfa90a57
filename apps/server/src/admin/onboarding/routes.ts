// The endpoints of onboarding.
import {
  autoRegister,
  getServerAddresses,
  type ServerAddresses,
  setupScript,
  setupScriptUrl,
} from '@belfry/schema/http/onboarding';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import type { Onboarding } from './onboarding.ts';

export interface OnboardingRoutesDeps {
  onboarding: Onboarding;
  /**
   * True if the caller is signed in and the request is not forged: a session also needs its CSRF token for anything but
   * GET.
   */
  isAdmin(request: FastifyRequest): boolean;
  /** Old scripts send an API token in the body, in the field for a code. */
  isAdminToken(token: string): boolean;
  /** The site whose collector passed the request on. */
  siteOf(request: FastifyRequest): string | undefined;
  /** Our own addresses: first the one for hosts to use, then all others that count as ours. */
  addresses(request: FastifyRequest): [string, ...string[]];
  serverAddresses(): ServerAddresses;
  audited(request: FastifyRequest, event: 'setup_code_made' | 'node_registered', details: string): Promise<void>;
  /** Records a call with an unknown setup code. */
  noteRefused(request: FastifyRequest, event: 'setup_code_invalid', details: string): Promise<void>;
}

export function onboardingRoutes(mount: Mount, deps: OnboardingRoutesDeps): void {
  const { onboarding, isAdmin, isAdminToken, siteOf, addresses, serverAddresses, audited, noteRefused } = deps;
  mount(setupScriptUrl, async ({ body, request }) => {
    const made = onboarding.command(body, addresses(request)[0]);
    if (!made.ok) return made;
    const { origin } = new URL(made.value.url);
    await audited(request, 'setup_code_made', `for ${body.type} ${body.host}, which calls Belfry at ${origin}`);
    return made.value;
  });

  mount(getServerAddresses, serverAddresses);

  mount(setupScript, async ({ query, request, reply }) => {
    const caller = { isAdmin: !query.auth_token && isAdmin(request), addresses: addresses(request) };
    const script = onboarding.script(query, caller);
    if (!script.ok) {
      if (query.auth_token && script.error.code === 'unauthorized')
        await noteRefused(request, 'setup_code_invalid', `for ${query.type} ${query.host ?? ''}`);
      return script;
    }
    reply.header('content-disposition', `inline; filename="belfry-setup-${query.type}.sh"`);
    return script.value;
  });

  mount(autoRegister, async ({ body, request }) => {
    const byAdmin = isAdmin(request);
    const byToken = body.authToken !== undefined && isAdminToken(body.authToken) && siteOf(request) === undefined;
    const registered = await onboarding.register(body, byAdmin || byToken, siteOf(request));
    if (!registered.ok) {
      if (registered.error.code === 'unauthorized')
        await noteRefused(request, 'setup_code_invalid', `for ${body.type} ${body.host}`);
      return registered;
    }
    const means = byAdmin ? '' : byToken ? ', by an API token in the body' : ', by a setup code';
    const details = `${body.type} ${body.host} as ${body.tokenId}${means}`;
    await audited(request, 'node_registered', details);
    return registered.value;
  });
}
