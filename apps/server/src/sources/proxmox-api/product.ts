// The differences between the products that share this API: port, realm, and ways to authenticate.
import type { Kind } from '@belfry/schema/config/kinds';

export interface Product extends Pick<Kind, 'port' | 'realm' | 'token'> {
  /** The name of the cookie that holds a ticket. */
  cookie: string;
  /** The privileges that a monitoring account needs, for the message of a 403. */
  rights: string;
}

/** One of the two ways to authenticate. `id` is `user@realm!name`. `user` may have no realm. */
export type Credentials =
  | { by: 'token'; id: string; secret: string }
  | { by: 'password'; user: string; password: string };

/** The part of a configured host that contains the credentials. */
export interface Login {
  user?: string | undefined;
  password?: string | undefined;
  tokenName?: string | undefined;
  tokenValue?: string | undefined;
}

export function credentialsOf(login: Login, product: Product): Credentials {
  const withRealm = (user: string) => (user.includes('@') ? user : `${user}@${product.realm}`);
  if (product.token && login.tokenName && login.tokenValue) {
    const id = login.tokenName.includes('!') ? login.tokenName : `${withRealm(login.user ?? '')}!${login.tokenName}`;
    return { by: 'token', id, secret: login.tokenValue.trim() };
  }
  return { by: 'password', user: withRealm(login.user ?? ''), password: login.password ?? '' };
}
