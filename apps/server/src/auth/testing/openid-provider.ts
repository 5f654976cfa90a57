// A real OpenID provider on loopback.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';

export interface OpenIdClient extends Partial<ClientMetadata> {
  client_id: string;
  client_secret: string;
  redirect_uris: string[];
}

/** Can change requests and answers between the provider and its callers. */
export type OnTheWay = Parameters<Provider['use']>[0];

export interface OpenIdProvider {
  issuer: string;
  stop(): Promise<void>;
}

/** `claimsOf`: the claims of a user in addition to `sub`, which is the name they enter; every password is right. */
export async function startOpenIdProvider(
  clients: readonly OpenIdClient[],
  claimsOf: (name: string) => Record<string, unknown>,
  onTheWay: OnTheWay,
  { features, ...own }: Configuration = {},
): Promise<OpenIdProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      ...client,
    })),
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username', 'groups'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
    features: { devInteractions: { enabled: true }, ...features },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    ...own,
  });
  provider.use(onTheWay);
  server.on('request', provider.callback());
  return {
    issuer,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
