// Why an outbound request failed: one kind of a closed list, found by error code, never by error text.

import { parseFingerprint } from '@belfry/domain/fingerprint';
import type { SourceErrorKind } from '@belfry/schema/entities/instance';
import type { Phrase } from '@belfry/schema/phrases';
import type { JsonBudget } from './json-meter.ts';

/** `message` is for an administrator: what was tried, what is wrong, what to do. */
export interface HttpFailure {
  kind: SourceErrorKind;
  message: Phrase;
  status?: number;
}

/** Thrown while connecting, before a byte of the request is sent. Without `seen` the host showed no certificate. */
export class FingerprintMismatch extends Error {
  readonly expected: string;
  readonly seen: string | undefined;
  readonly by: 'cluster' | undefined;
  constructor(expected: string, seen: string | undefined, by?: 'cluster') {
    super('the certificate is not the pinned one');
    this.expected = parseFingerprint(expected) ?? expected;
    this.seen = seen;
    this.by = by;
  }
}

/** An answer exceeds its budget, whatever the host meant by it. */
export class OverBudget extends Error {
  readonly sentence: Phrase;
  constructor(origin: string, path: string, limit: keyof JsonBudget, budget: JsonBudget) {
    super('the answer exceeds its budget');
    const most = {
      bytes: `more than ${budget.bytes / 2 ** 20} MiB` as const,
      values: `more than ${budget.values} values, or one that is too long` as const,
      depth: `more than ${budget.depth} lists and objects in each other` as const,
    };
    this.sentence = `The answer of ${origin} to ${path.split('?', 1)[0] ?? path} has ${most[limit]}, so Belfry does not read it.`;
  }
}

/** An error of our own, recognised by its code like all others. */
export const coded = (code: 'TIMED_OUT' | 'TOO_LARGE' | 'NOT_HTTPS' | 'ECONNRESET' | 'ERR_SSL_NO_CERTIFICATE'): Error =>
  Object.assign(new Error(code), { code });

export const timeouts: ReadonlySet<string> = new Set([
  'TIMED_OUT',
  'AbortError',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const garbled = new Set([
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RESPONSE',
  'UND_ERR_HEADERS_OVERFLOW',
  'HTTPParserError',
]);
export const unresolved: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA']);
/** Codes of errors of TLS. */
export const certificate =
  /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED|EPROTO)/;

/** The code of an error; some have only a name. Empty if it has neither. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** `origin` is what was called; `answered` says whether the head of an answer had arrived. */
export function classify(error: unknown, origin: string, answered: boolean): HttpFailure {
  if (error instanceof FingerprintMismatch) return mismatch(error, origin);
  if (error instanceof OverBudget) return { kind: 'bad-payload', message: error.sentence };
  const code = codeOf(error);
  if (code === 'TOO_LARGE')
    return {
      kind: 'bad-payload',
      message: `The answer of ${origin} is larger than we read. Is this the right address?`,
    };
  if (code === 'NOT_HTTPS') return { kind: 'tls', message: `${origin} is not https. Only https is spoken.` };
  if (timeouts.has(code))
    return { kind: 'timeout', message: `${origin} did not answer in time. Check its load and the network between.` };
  if (certificate.test(code)) return { kind: 'tls', message: untrusted(code, origin) };
  if (garbled.has(code) || code.startsWith('HPE_'))
    return {
      kind: 'bad-payload',
      message: `${origin} did not answer in proper HTTP (${code}). Is this the right port?`,
    };
  if (answered) return { kind: 'bad-payload', message: `The answer of ${origin} broke off (${code}).` };
  const hint = unresolved.has(code)
    ? 'its name could not be resolved. Check the address and DNS.'
    : 'the connection failed. Check that the host is up and the port is right.';
  return { kind: 'unreachable', message: `${origin} cannot be reached: ${hint} (${code})` };
}

function mismatch({ expected, seen = '(none)', by }: FingerprintMismatch, origin: string): HttpFailure {
  if (by === 'cluster')
    return {
      kind: 'tls',
      message: `${origin} shows a certificate with the SHA-256 fingerprint ${seen}, but its cluster names ${expected} for this member. Another host may have taken the address. No credentials were sent.`,
    };
  return {
    kind: 'tls',
    message: `${origin} shows a certificate with the SHA-256 fingerprint ${seen}, but ${expected} is trusted. If the certificate was renewed, compare the new fingerprint with the one on the host and trust it in the settings; otherwise somebody may be intercepting the connection. No credentials were sent.`,
  };
}

const untrusted = (code: string, origin: string): Phrase =>
  /^(ERR_SSL_|EPROTO)/.test(code)
    ? `No TLS connection with ${origin} (${code}). Is this the right port?`
    : `The certificate of ${origin} is not trusted (${code}). Compare it with the one on the host and trust it in the settings, or install a certificate of a known authority on the host. No credentials were sent.`;
