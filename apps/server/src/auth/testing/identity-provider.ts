// A real OpenID provider on loopback, and a browser that signs in there.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata } from 'oidc-provider';
import { onTestFinished } from 'vitest';

export const REDIRECT = 'http://belfry.test/api/oidc/callback';
export const CLIENT = { clientId: 'belfry', clientSecret: 'a client secret' };

/** What the token endpoint answers, as somebody on the way may change it. */
export type TokenReply = Record<string, unknown>;

interface ProviderOptions {
  client?: Partial<ClientMetadata>;
  tamper?(reply: TokenReply): void;
}

/** `claims` are those of whoever signs in, beside `sub`, which is the name they enter. */
export async function identityProvider(
  claims: Record<string, unknown> = {},
  { client = {}, tamper }: ProviderOptions = {},
) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        ...client,
      },
    ],
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username', 'groups'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id, ...claims }) }),
    features: { devInteractions: { enabled: true } },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/token') tamper?.(context.body as TokenReply);
  });
  server.on('request', provider.callback());
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { issuer };
}

/** Signs in as `name`, or gives up there; returns the path and query the provider sends the browser back to. */
export async function signInAt(authorizationUrl: string, name: string, giveUp = false): Promise<string> {
  const jar = new Map<string, string>();
  const go = async (url: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
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
