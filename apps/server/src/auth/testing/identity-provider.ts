// An OpenID provider for one test, an attacker between it and Belfry, and a browser that signs in there.
import type { Configuration } from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { type OnTheWay, type OpenIdClient, startOpenIdProvider } from './openid-provider.ts';

export const REDIRECT = 'http://belfry.test/api/oidc/callback';
export const CLIENT = { clientId: 'belfry', clientSecret: 'a client secret' };

/** The answer of the token endpoint, as an attacker on the way may change it. */
type TokenReply = Record<string, unknown>;

export interface ProviderOptions {
  client?: Partial<OpenIdClient>;
  /** Changes the answer of the token endpoint. */
  tamper?(reply: TokenReply): void;
  /** Changes every request and answer on the way. */
  onTheWay?: OnTheWay;
  provider?: Configuration;
}

/** `claims` are those of the user who signs in, in addition to `sub`, which is the name they enter. */
export async function identityProvider(
  claims: Record<string, unknown> = {},
  { client = {}, tamper, onTheWay, provider }: ProviderOptions = {},
) {
  const own = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [REDIRECT] };
  const { issuer, stop } = await startOpenIdProvider(
    [{ ...own, ...client }],
    (name) => ({ preferred_username: name, ...claims }),
    async (context, next) => {
      if (onTheWay) await onTheWay(context, next);
      else await next();
      if (context.path === '/token') tamper?.(context.body as TokenReply);
    },
    provider,
  );
  onTestFinished(stop);
  return { issuer };
}

/** Signs in as `name`, or cancels; returns the path and query to which the provider sends the browser back. */
export async function signInAt(authorizationUrl: string, name: string, giveUp = false): Promise<string> {
  const jar = new Map<string, string>();
  const go = async (url: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of reply.headers.getSetCookie()) {
      const [key = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      jar.set(key, value);
    }
    return reply;
  };
  let url = authorizationUrl;
  for (let step = 0; step < 12; step++) {
    let reply = await go(url);
    if (reply.status === 200) {
      const page = await reply.text();
      const abort = /href="([^"]*\/abort)"/.exec(page)?.[1];
      if (giveUp && abort) reply = await go(new URL(abort, url).href);
      else {
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'login';
        const action = /action="([^"]+)"/.exec(page)?.[1] ?? url;
        reply = await go(new URL(action, url).href, { prompt, login: name, password: 'any' });
      }
    }
    const next = new URL(reply.headers.get('location') ?? '', url);
    if (next.href.startsWith(REDIRECT)) return `${next.pathname}${next.search}`;
    url = next.href;
  }
  throw new Error(`the provider never came back: ${url}`);
}
