// The address at which hosts reach this server. It is put into scripts that run as root.

import { pathPrefix } from '@belfry/domain/address';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';

/** `https://belfry.lan:7655/` → `https://belfry.lan:7655`. Nothing but scheme, host, port and a plain path is accepted. */
export function serverAddress(text: string): Result<string, Sentence> {
  const refused = fail<Sentence>({ id: 'setup.address' });
  if (!URL.canParse(text)) return refused;
  const { protocol, hostname, origin, username, password, pathname, search, hash } = new URL(text);
  const bare = username + password + search + hash === '';
  const prefix = pathPrefix(pathname);
  const web = protocol === 'http:' || protocol === 'https:';
  return web && bare && prefix !== undefined && /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname)
    ? ok(origin + prefix)
    : refused;
}

/**
 * The address in the query if it is one of ours; otherwise our first address. A link from an attacker must not make a
 * script that sends tokens to the attacker.
 */
export function ownAddress(asked: string, ours: readonly [string, ...string[]]): Result<string, Sentence> {
  const address = serverAddress(asked);
  if (!address.ok) return address;
  return ok(ours.some((own) => samePlace(own, address.value)) ? address.value : ours[0]);
}

const samePlace = (own: string, asked: string): boolean => {
  const place = serverAddress(own);
  return place.ok && place.value === asked;
};
