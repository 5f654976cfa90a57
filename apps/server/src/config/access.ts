// What the environment sets for sign-in: trusted proxies, sign-in by a proxy, single sign-on, the key of the store.
import { pathPrefix } from '@belfry/domain/address';
import { type Networks, parseNetworks } from '../lib/networks.ts';

/** Header names are in lower case. A user without a known role is a viewer. */
export interface ProxyAuth {
  secret: string;
  userHeader: string;
  roleHeader: string;
  roleSeparator: string;
  adminRole: string;
  operatorRole: string;
  logoutUrl: string;
}

export interface AccessConfig {
  /** Content of BELFRY_ENCRYPTION_KEY; without it the key is in a file. */
  encryptionKey: string | undefined;
  /** Address of this instance as browsers see it, without a slash at its end, or empty. */
  publicUrl: string;
  /** The path of this address, such as `/belfry`, or empty. */
  prefix: string;
  trustedProxies: Networks;
  proxy: ProxyAuth | undefined;
  /** Values of BELFRY_OIDC_* that are set, by field: `issuerUrl`, `clientSecret`, … */
  oidcEnv: Readonly<Record<string, string>>;
}

/** Reads one variable: its text, the expected format, and its parser. Adds a problem if it cannot be parsed. */
export type Variable = <T>(name: string, unset: T, expected: string, parse: (text: string) => T | undefined) => T;

const none: Networks = { includes: () => false };
const OIDC = 'BELFRY_OIDC_';

export function parseAccess(variable: Variable, env: Readonly<Record<string, string | undefined>>): AccessConfig {
  const text = (name: string, unset: string) => variable(name, unset, 'a text', (found) => found);
  const header = (name: string, unset: string) =>
    variable(name, unset, 'the name of a header', (found) =>
      /^[\w-]+$/.test(found) ? found.toLowerCase() : undefined,
    );
  const publicUrl = variable(
    'BELFRY_PUBLIC_URL',
    '',
    'an address that starts with http:// or https://, such as https://belfry.example, or https://example.org/belfry behind a proxy (its path has letters, digits and . _ ~ - only, and does not begin with /api, /ws or /assets)',
    publicAddress,
  );
  const secret = text('BELFRY_PROXY_AUTH_SECRET', '');
  const proxy: ProxyAuth = {
    secret,
    userHeader: header('BELFRY_PROXY_AUTH_USER_HEADER', 'x-proxy-user'),
    roleHeader: header('BELFRY_PROXY_AUTH_ROLE_HEADER', 'x-proxy-roles'),
    roleSeparator: text('BELFRY_PROXY_AUTH_ROLE_SEPARATOR', '|'),
    adminRole: text('BELFRY_PROXY_AUTH_ADMIN_ROLE', 'admin'),
    operatorRole: text('BELFRY_PROXY_AUTH_OPERATOR_ROLE', 'operator'),
    logoutUrl: variable(
      'BELFRY_PROXY_AUTH_LOGOUT_URL',
      '',
      'an address that starts with http:// or https://, or a path of the proxy that starts with /',
      (found) => (isAddress(found) || /^\/(?![/\\])/.test(found) ? found : undefined),
    ),
  };
  const oidcEnv = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(OIDC) && value?.trim() ? [[fieldOf(name), value.trim()]] : [],
    ),
  );
  return {
    encryptionKey: env.BELFRY_ENCRYPTION_KEY?.trim() || undefined,
    publicUrl,
    prefix: publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, ''),
    trustedProxies: parseNetworkList(variable, 'BELFRY_TRUSTED_PROXIES'),
    proxy: secret === '' ? undefined : proxy,
    oidcEnv,
  };
}

export function parseNetworkList(variable: Variable, name: string): Networks {
  return variable(name, none, 'addresses or CIDR networks, separated by commas', (found) => {
    const parsed = parseNetworks(found);
    return parsed.ok ? parsed.value : undefined;
  });
}

/** A prefix that is also a path of Belfry would make two addresses of one. */
function publicAddress(text: string): string | undefined {
  const url = isAddress(text) ? new URL(text) : undefined;
  const prefix = pathPrefix(url?.pathname ?? '');
  if (!url || prefix === undefined || url.search + url.hash !== '') return undefined;
  return /^\/(api|ws|assets)(\/|$)/.test(prefix) ? undefined : url.origin + prefix;
}

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** BELFRY_OIDC_ISSUER_URL → issuerUrl */
const fieldOf = (name: string): string =>
  name
    .slice(OIDC.length)
    .toLowerCase()
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
