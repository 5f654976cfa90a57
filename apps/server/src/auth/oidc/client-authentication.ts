// How Belfry proves to the token endpoint that it is the registered client.
import * as client from 'openid-client';

const known = {
  client_secret_post: client.ClientSecretPost,
  client_secret_basic: client.ClientSecretBasic,
  client_secret_jwt: client.ClientSecretJwt,
} as const;

export interface ClientAuthentication {
  /** For the library. Throws where the provider takes none of the ways that Belfry has. */
  authenticate: client.ClientAuth;
  /** The place of the present way. */
  way(): number;
  /** The provider refused this way. False: it announces no other. */
  next(refused: number): boolean;
}

/**
 * Takes the first way that the provider announces; one that announces nothing takes Basic (RFC 8414). There may be several: a
 * provider announces what it can do, and the registration of a client often allows one of them.
 */
export function createClientAuthentication(secret: string): ClientAuthentication {
  let way = 0;
  let usable: client.ClientAuth[] = [];
  if (secret === '') return { authenticate: client.None(), way: () => 0, next: () => false };
  return {
    authenticate(server, metadata, body, headers) {
      const announced = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      usable = Object.entries(known).flatMap(([name, method]) => (announced.includes(name) ? [method(secret)] : []));
      const method = usable[way];
      if (!method)
        throw new TypeError(`the provider takes only ${announced.join(', ')} from a client, which Belfry cannot do`);
      return method(server, metadata, body, headers);
    },
    way: () => way,
    next(refused) {
      // another sign-in may have gone on already
      if (way === refused && way + 1 < usable.length) way++;
      return way > refused;
    },
  };
}
