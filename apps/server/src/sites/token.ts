// The token by which a collector joins: the id of its site, a secret, and the fingerprint of the certificate of this server if it signed
// that itself. The collector reads the fingerprint from it, so the first connection is as safe as all later ones.
import { randomBytes } from 'node:crypto';

const form = /^bfs_([0-9a-f]{16})_([0-9a-f]{48})(?:_([0-9a-f]{64}))?$/;

export const newSiteId = (): string => randomBytes(8).toString('hex');

/** `pin`: SHA-256 of the certificate, in any spelling. */
export function newSiteToken(site: string, pin?: string): string {
  const parts = [
    `bfs_${site}`,
    randomBytes(24).toString('hex'),
    ...(pin ? [pin.replaceAll(':', '').toLowerCase()] : []),
  ];
  return parts.join('_');
}

/** Undefined for what is no such token. `pin`: hex without colons. */
export function readSiteToken(token: string): { site: string; pin: string | undefined } | undefined {
  const [, site, , pin] = form.exec(token.trim()) ?? [];
  return site === undefined ? undefined : { site, pin };
}
