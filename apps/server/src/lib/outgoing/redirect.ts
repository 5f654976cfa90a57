// One step of a request, and the next one after a redirect.

import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Networks } from '../networks.ts';
import type { OutgoingRequest } from './request.ts';
import { parseUrl } from './url.ts';

/** `url` without user and password. */
export interface Hop extends Pick<OutgoingRequest, 'method' | 'body'> {
  url: URL;
  headers: Record<string, string>;
  /** See `Target` in connect.ts. */
  only?: Networks | undefined;
  /** It went to a public address; known once it is connected. */
  isPublic?: boolean;
}

/** The only headers that another origin may see: all others can contain credentials. */
const harmless: ReadonlySet<string> = new Set(['content-type', 'user-agent']);

export function firstHop(url: URL, { method, headers = {}, body }: Omit<OutgoingRequest, 'url' | 'signal'>): Hop {
  const { username, password } = url;
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const basic = Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64');
  return {
    url: withoutUser(url),
    method,
    body,
    headers: { 'user-agent': 'Belfry', ...(username !== '' && { authorization: `Basic ${basic}` }), ...given },
  };
}

/**
 * Another machine does not answer for this one: it may be a sign-in that answers everything with its page. The same name over https is
 * the same machine.
 *
 * 303 is followed with GET, because the request was accepted. All others repeat the request as it was: browsers turn a POST into a
 * GET after 301 and 302, and then the message would be lost while the answer says 200.
 */
export function follow(from: Hop, status: number, location: string): Result<Hop, Sentence> {
  const target = URL.parse(location, from.url);
  const parsed = parseUrl(target?.href ?? location);
  if (!parsed.ok) return fail(parsed.error);
  const url = withoutUser(parsed.value);
  if (from.url.protocol === 'https:' && url.protocol === 'http:') return fail({ id: 'delivery.notPlain' });
  const isEncrypted = from.url.protocol === 'http:' && url.protocol === 'https:' && url.hostname === from.url.hostname;
  if (url.origin !== from.url.origin && !isEncrypted)
    return fail({ id: 'send.elsewhere', values: { address: url.origin } });
  const kept = Object.entries(from.headers).filter(([name]) => url.origin === from.url.origin || harmless.has(name));
  const headers = Object.fromEntries(kept);
  if (status !== 303) return ok({ ...from, url, headers });
  delete headers['content-type'];
  return ok({ method: 'GET', body: undefined, url, headers });
}

const withoutUser = (url: URL): URL => Object.assign(new URL(url), { username: '', password: '', hash: '' });

/** A percent sign that encodes nothing stays. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
