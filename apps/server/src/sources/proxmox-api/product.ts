// The differences between the products that share this API: port, realm, ways to sign in.
import type { Kind } from '@belfry/schema/config/kinds';

export interface Product extends Pick<Kind, 'port' | 'realm' | 'token'> {
  /** The name of the cookie that holds a ticket. */
  cookie: string;
  /** What a monitoring account needs, for the words of a 403. */
  rights: string;
}

/** Either way in. `id` is `user@realm!name`, `user` may lack its realm. */
export type Credentials =
  | { by: 'token'; id: string; secret: string }
  | { by: 'password'; user: string; password: string };

/** The part of a configured host that says how to get in. */
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
