// Turns the host that an administrator typed into the address that Belfry calls.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { fail, ok, type Result } from './result.ts';

/** Names and IPv4 addresses as DNS allows them, with underscores, which people use; or an IPv6 address in brackets. */
const hostname = /^([a-z0-9]([a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])$/;

/** `pve1.lan`, `10.0.0.1:8006`, `fd00::1`, `https://pve1.lan:8006/#v1` → `https://pve1.lan:8006`. Only https is allowed. */
export function originOf(host: string, defaultPort: number): Result<string, Sentence> {
  const refused = fail<Sentence>({ id: 'address.ofHost', values: { given: host, port: defaultPort } });
  const [, scheme, rest, path = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#]*)([^?#]*)/i.exec(host.trim()) ?? [];
  if (!rest || (scheme && scheme.toLowerCase() !== 'https')) return refused;
  const bare = (rest.match(/:/g) ?? []).length > 1 && !rest.startsWith('[') ? `[${rest}]` : rest;
  // The URL parser drops :443 as the default port, so whether one was given is read from the text.
  const url = `https://${/:\d+$/.test(bare.replace(/^\[.*\]/, '')) ? bare : `${bare}:${defaultPort}`}`;
  if (bare.includes('@') || !URL.canParse(url)) return refused;
  const parsed = new URL(url);
  if (!hostname.test(parsed.hostname)) return refused;
  const origin = `https://${parsed.hostname}:${parsed.port || '443'}`;
  // The API of a host is always at its root.
  return /^\/*$/.test(path) ? ok(origin) : fail({ id: 'address.hasPath', values: { given: host, path, origin } });
}

/** The host of an address without brackets: `https://[fd00::1]:8006` → `fd00::1`. */
export const hostOf = (origin: string): string => new URL(origin).hostname.replace(/^\[|\]$/g, '');

/**
 * `/belfry/` → `/belfry`, `/` → nothing: the path below which a server is reached. Undefined: one with characters that a shell, a
 * page or a cookie would read in its own way.
 */
export function pathPrefix(path: string): string | undefined {
  const prefix = path.replace(/\/+$/, '');
  return /^(\/[A-Za-z0-9_~.-]+)*$/.test(prefix) ? prefix : undefined;
}

/**
 * Whether an address leads other machines to themselves or nowhere: `localhost`, a loopback address, `0.0.0.0`, or an address that
 * is only valid on one network cable (link-local).
 */
export function isOnlyHere(address: string): boolean {
  const host = URL.canParse(address) ? hostOf(address).replace(/\.$/, '') : '';
  return /^(localhost|.+\.localhost|127\..+|0\.0\.0\.0|169\.254\..+|::1?|::ffff:7f.*|fe[89ab].:.*)$/.test(host);
}
