// Proof that a change was asked for by our own page: a token only that page can read, derived from the session.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../http/gate.ts';

export interface Csrf {
  /** Lives as long as what it is bound to, and needs no storage. Unpadded, so that every cookie parser keeps it whole. */
  tokenFor(who: Identity): string;
  accepts(who: Identity, given: unknown): boolean;
}

export function createCsrf(key: Buffer): Csrf {
  const tokenFor = (who: Identity): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(who.session ? ['session', who.session] : [who.method, who.name]))
      .digest('base64url');
  return {
    tokenFor,
    accepts(who, given) {
      const wanted = Buffer.from(tokenFor(who));
      const got = Buffer.from(typeof given === 'string' ? given : '');
      return got.length === wanted.length && timingSafeEqual(got, wanted);
    },
  };
}

/** A browser sends these by itself, whoever wrote the page; Basic too, once it knows the password. */
export const isAmbient = ({ method }: Identity): boolean => method !== 'token';

/** Our own page has these and proves itself with the token. Scripts use Basic; no credential at all needs no proof. */
export const needsProof = ({ method }: Identity): boolean =>
  method === 'password' || method === 'oidc' || method === 'proxy';
