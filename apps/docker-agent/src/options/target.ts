// Where reports go: `url|token`, with a third part `insecure` or the SHA-256 fingerprint of the server's certificate.
import { parseFingerprint } from '@belfry/domain/fingerprint';
import { fail, ok, type Result } from '@belfry/domain/result';

/** `url` without a trailing slash. `fingerprint`: as `parseFingerprint` gives it; that certificate and no other is accepted. */
export interface Target {
  url: string;
  token: string;
  insecure: boolean;
  fingerprint?: string;
}

/** The error says what is wrong and never contains a token. */
export function makeTarget(url: string, token: string, trust = ''): Result<Target, string> {
  const address = url.trim().replace(/\/+$/, '');
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return fail(`"${address}" is not an http:// or https:// address`);
  if (parsed.username || parsed.password) return fail(`the address of ${parsed.host} must not contain a password`);
  if (parsed.search || parsed.hash) return fail(`"${address}" must not have a query or a fragment`);
  const secret = token.trim();
  if (!secret) return fail(`no token for ${address}`);
  if (!/^[\x21-\x7e]+$/.test(secret)) return fail(`the token for ${address} has characters no token has`);
  const target = { url: address, token: secret, insecure: false };
  const third = trust.trim();
  if (!third || third === 'false') return ok(target);
  if (third === 'insecure' || third === 'true') return ok({ ...target, insecure: true });
  const fingerprint = parseFingerprint(third);
  if (!fingerprint)
    return fail(`the third part of the target ${address} is neither "insecure" nor a SHA-256 fingerprint`);
  // A fingerprint without TLS would look like protection, but the token would travel unencrypted.
  if (parsed.protocol === 'http:') return fail(`a fingerprint names a certificate, and ${address} has none`);
  return ok({ ...target, fingerprint });
}

export function parseTarget(text: string): Result<Target, string> {
  const [url = '', token = '', trust = '', ...more] = text.split('|');
  return more.length > 0 ? fail(`the target ${url} has too many parts`) : makeTarget(url, token, trust);
}

/** Entries are split by `;` or a new line; blank ones are skipped. */
export const splitTargets = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Of several targets with the same address, the first is kept. */
export const distinct = (targets: readonly Target[]): Target[] =>
  targets.filter((target, i) => targets.findIndex(({ url }) => url === target.url) === i);
