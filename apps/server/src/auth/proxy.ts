// Sign-in by a proxy in front of Belfry. It counts only from a trusted address that knows the secret.
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { personName } from '@belfry/domain/foreign-text';
import type { Role } from '@belfry/schema/http/security';
import type { ProxyAuth } from '../config/access.ts';

const SECRET_HEADER = 'x-proxy-secret';

/** Undefined: this request was not signed in by the proxy. */
export function proxyUser(
  { secret, userHeader, roleHeader, roleSeparator, adminRole, operatorRole }: ProxyAuth,
  headers: IncomingHttpHeaders,
  fromTrusted: boolean,
): { name: string; role: Role } | undefined {
  if (!fromTrusted || secret === '' || !same(String(headers[SECRET_HEADER] ?? ''), secret)) return undefined;
  const name = personName(textOf(String(headers[userHeader] ?? '')));
  if (name === '') return undefined;
  const roles = textOf(String(headers[roleHeader] ?? ''))
    .split(roleSeparator)
    .map((role) => role.trim().normalize());
  const has = (role: string) => role !== '' && roles.includes(role.normalize());
  return { name, role: has(adminRole) ? 'admin' : has(operatorRole) ? 'operator' : 'viewer' };
}

/**
 * Node reads a header as Latin-1; proxies send UTF-8. A header that is no UTF-8 was sent as Latin-1 and stays as it is. Letters may
 * be sent with their accents apart, so names and roles are compared as composed.
 */
function textOf(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

const same = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
