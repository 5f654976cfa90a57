// The differences between the products that share this API: port, realm, and ways to authenticate.
import { kinds, type NodeType, type ProxmoxSignIn } from '@belfry/schema/config/kinds';
import type { Login } from '@belfry/schema/config/node';

export interface Product extends Pick<ProxmoxSignIn, 'realm' | 'token'> {
  port: number;
  /** The name of the cookie that holds a ticket. */
  cookie: string;
  /** The privileges that a monitoring account needs, for the message of a 403. */
  rights: string;
}

export function productOf(type: NodeType, own: Pick<Product, 'cookie' | 'rights'>): Product {
  const { port, signIn } = kinds[type];
  if (signIn.by !== 'account') throw new TypeError(`${type} has no accounts of Proxmox`);
  return { ...signIn, port, ...own };
}

/** One of the two ways to authenticate. `id` is `user@realm!name`. `user` may have no realm. */
export type Credentials =
  | { by: 'token'; id: string; secret: string }
  | { by: 'password'; user: string; password: string };

export function credentialsOf(login: Login, product: Product): Credentials {
  const withRealm = (user: string) => (user.includes('@') ? user : `${user}@${product.realm}`);
  if (product.token && login.tokenName && login.tokenValue) {
    const id = login.tokenName.includes('!') ? login.tokenName : `${withRealm(login.user ?? '')}!${login.tokenName}`;
    return { by: 'token', id, secret: login.tokenValue.trim() };
  }
  return { by: 'password', user: withRealm(login.user ?? ''), password: login.password ?? '' };
}
