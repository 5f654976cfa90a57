// Proves that our own page sent a change: a token that only this page can read, derived from the session.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../http/gate.ts';

export type Csrf = ReturnType<typeof createCsrf>;

export function createCsrf(key: Buffer) {
  const tokenFor = (who: Identity): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(who.session ? ['session', who.session] : [who.method, who.name]))
      .digest('base64url');
  return {
    /**
     * Valid as long as the session it belongs to, and never stored. Unpadded, so that every cookie parser keeps it whole.
     */
    tokenFor,
    accepts(who: Identity, given: unknown): boolean {
      const wanted = Buffer.from(tokenFor(who));
      const got = Buffer.from(typeof given === 'string' ? given : '');
      return got.length === wanted.length && timingSafeEqual(got, wanted);
    },
  };
}

/** A browser sends these by itself, for any page; also Basic, once it knows the password. */
export const isAmbient = ({ method }: Identity): boolean => method !== 'token';

/** Our own page uses these and adds its token. Scripts use Basic. A request without a credential needs no token. */
export const needsProof = ({ method }: Identity): boolean =>
  method === 'password' || method === 'oidc' || method === 'proxy';
