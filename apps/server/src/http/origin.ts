// Whether a page of our own origin or of another one sent a request.

import type { IncomingHttpHeaders } from 'node:http';
import { isSecureScheme, listOf } from '../lib/forwarded-scheme.ts';
import { type Refused, refuse } from '../lib/refusal.ts';

/** How a request reached us, as far as it can be trusted. `host` is what the browser addressed, with its port. */
export interface Reached {
  https: boolean;
  host: string;
}

const addressOf = ({ https, host }: Reached): string => `${https ? 'https' : 'http'}://${host}`;

/**
 * A browser sends the origin of the page; programs do not. Our own pages have the address that the browser used, or
 * `publicUrl`. The scheme counts, because a page that came without TLS may have been changed on the way. Only here any
 * proxy may say that the browser used HTTPS: a page of another origin cannot make a browser send `X-Forwarded-Proto`.
 */
export function isForeign({ origin, ...headers }: IncomingHttpHeaders, reached: Reached, publicUrl = ''): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return false;
  if (origin === undefined) return site !== undefined && site !== 'none';
  const page = URL.parse(origin);
  if (page === null || page.origin === 'null') return true;
  const { https, host } = reached;
  const seen = { host, https: https || listOf(headers['x-forwarded-proto']).some(isSecureScheme) };
  return ![addressOf(seen), publicUrl].some((own) => URL.parse(own)?.origin === page.origin);
}

/** What the page and its proxy show of why it counts as foreign, and what to set. */
export function refuseOrigin({ origin = '' }: IncomingHttpHeaders, reached: Reached): Refused {
  const page = URL.parse(origin);
  if (page === null || page.origin === 'null') return refuse('origin_refused');
  const { host, protocol } = URL.parse(addressOf(reached)) ?? {};
  const values = { page: origin.slice(0, 60), scheme: (protocol ?? '').slice(0, -1), host: reached.host.slice(0, 60) };
  // Only the scheme differs: usually a proxy ends TLS for us and is not configured.
  return refuse('origin_refused', { id: page.host === host ? 'origin.scheme' : 'origin.host', values });
}
