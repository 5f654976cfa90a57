// Whether a page of our own origin or of another one sent a request.

import type { IncomingHttpHeaders } from 'node:http';
import type { Sentence } from '@belfry/schema/sentences/sentence';
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
  const seen = { ...reached, https: reached.https || headers['x-forwarded-proto'] === 'https' };
  return ![addressOf(seen), publicUrl].some((own) => URL.parse(own)?.origin === page.origin);
}

/** Only the scheme differs: usually a proxy ends TLS for us and is not configured. */
export const isOtherScheme = ({ origin = '' }: IncomingHttpHeaders, reached: Reached): boolean =>
  URL.parse(origin)?.host === URL.parse(addressOf(reached))?.host;

export function refuseOrigin(headers: IncomingHttpHeaders, reached: Reached): Refused {
  const { origin = '' } = headers;
  if (!isOtherScheme(headers, reached)) return refuse('origin_refused');
  const text: Sentence = {
    id: 'origin.scheme',
    values: { page: origin.slice(0, 60), scheme: reached.https ? 'https' : 'http' },
  };
  return refuse('origin_refused', text);
}
