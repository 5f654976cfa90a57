// The two cookies of a session: the page can read only the second one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const CSRF_COOKIE = 'belfry_csrf';

/**
 * On HTTPS, because of `__Host-`, browsers refuse a cookie that another subdomain set or that is not Secure. Such a cookie is for all
 * paths, so below a path the weaker `__Secure-` is used: other programs on this host do not get the cookie, and two Belfrys have their own.
 */
const guarded = (name: string, https: boolean, { below }: FastifyInstance): string =>
  https ? `${below === '' ? '__Host' : '__Secure'}-${name}` : name;

const SESSION = 'belfry_session';
const LINK = 'belfry_link';

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

export const readSessionCookie = (request: FastifyRequest, https: boolean): string | undefined =>
  readCookie(request, guarded(SESSION, https, request.server));

/** The longest time that browsers accept. A link ends when it is revoked. */
const LINK_MAX_AGE_S = 400 * 86_400;

/** The secret of a link to a view. */
export const readLinkCookie = (request: FastifyRequest, https: boolean): string | undefined =>
  readCookie(request, guarded(LINK, https, request.server));

/** `maxAgeS` 0 removes the cookie. Values are base64url or hex and need no quoting. */
export interface Cookie {
  name: string;
  value: string;
  maxAgeS: number;
  https: boolean;
  httpOnly: boolean;
  /** Below the path of this server. */
  path?: string;
}

export function setCookie(reply: FastifyReply, { name, value, maxAgeS, https, httpOnly, path = '' }: Cookie): void {
  const place = reply.server.below + path || '/';
  const flags = [httpOnly ? '; HttpOnly' : '', https ? '; Secure' : ''].join('');
  reply.header('set-cookie', `${name}=${value}; Path=${place}; Max-Age=${maxAgeS}; SameSite=Lax${flags}`);
}

/** An empty secret removes the cookie. */
export const setLinkCookie = (reply: FastifyReply, secret: string, https: boolean): void =>
  setCookie(reply, {
    name: guarded(LINK, https, reply.server),
    value: secret,
    maxAgeS: secret === '' ? 0 : LINK_MAX_AGE_S,
    https,
    httpOnly: true,
  });

export interface SessionCookies {
  token: string;
  csrf: string;
  maxAgeS: number;
  https: boolean;
}

export function setSessionCookies(reply: FastifyReply, { token, csrf, maxAgeS, https }: SessionCookies): void {
  setCookie(reply, { name: guarded(SESSION, https, reply.server), value: token, maxAgeS, https, httpOnly: true });
  setCookie(reply, { name: CSRF_COOKIE, value: csrf, maxAgeS, https, httpOnly: false });
}

export const clearSessionCookies = (reply: FastifyReply, https: boolean): void =>
  setSessionCookies(reply, { token: '', csrf: '', maxAgeS: 0, https });
