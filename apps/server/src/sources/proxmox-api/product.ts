// What differs between the products that share this API: names, ports, the way in.

export interface Product {
  port: number;
  /** Appended to a user name without a realm. */
  realm: string;
  cookie: string;
  /** `Authorization: {scheme}={id}{separator}{secret}`; absent where the product knows no tokens. */
  token?: { scheme: string; separator: '=' | ':' };
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
