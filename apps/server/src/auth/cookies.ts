// The two cookies of a session: the page can read only the second one.
import type { FastifyReply, FastifyRequest } from 'fastify';

export const CSRF_COOKIE = 'belfry_csrf';
/** On HTTPS, because of the prefix, browsers refuse a cookie that another subdomain set or that is not Secure. */
const sessionCookie = (https: boolean): string => (https ? '__Host-belfry_session' : 'belfry_session');

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

export const readSessionCookie = (request: FastifyRequest, https: boolean): string | undefined =>
  readCookie(request, sessionCookie(https));

const linkCookie = (https: boolean): string => (https ? '__Host-belfry_link' : 'belfry_link');
/** The longest time that browsers accept. A link ends when it is revoked. */
const LINK_MAX_AGE_S = 400 * 86_400;

/** The secret of a link to a view. */
export const readLinkCookie = (request: FastifyRequest, https: boolean): string | undefined =>
  readCookie(request, linkCookie(https));

/** `maxAgeS` 0 removes the cookie. Values are base64url or hex and need no quoting. */
export interface Cookie {
  name: string;
  value: string;
  maxAgeS: number;
  https: boolean;
  httpOnly: boolean;
  path?: string;
}

export function setCookie(reply: FastifyReply, { name, value, maxAgeS, https, httpOnly, path = '/' }: Cookie): void {
  const flags = [httpOnly ? '; HttpOnly' : '', https ? '; Secure' : ''].join('');
  reply.header('set-cookie', `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; SameSite=Lax${flags}`);
}

/** An empty secret removes the cookie. */
export const setLinkCookie = (reply: FastifyReply, secret: string, https: boolean): void =>
  setCookie(reply, {
    name: linkCookie(https),
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
  setCookie(reply, { name: sessionCookie(https), value: token, maxAgeS, https, httpOnly: true });
  setCookie(reply, { name: CSRF_COOKIE, value: csrf, maxAgeS, https, httpOnly: false });
}

export const clearSessionCookies = (reply: FastifyReply, https: boolean): void =>
  setSessionCookies(reply, { token: '', csrf: '', maxAgeS: 0, https });
