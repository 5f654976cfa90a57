// Why an outbound request failed: one kind of a closed list, found by error code, never by error text.

import { parseFingerprint } from '@belfry/domain/fingerprint';
import { inEnglish } from '@belfry/domain/sentences/english';
import type { SourceErrorKind } from '@belfry/schema/entities/instance';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { JsonBudget } from './json-meter.ts';

/** `message` is for an administrator: what was tried, what is wrong, what to do. */
export interface HttpFailure {
  kind: SourceErrorKind;
  message: string;
  sentence: Sentence;
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
  readonly sentence: Sentence;
  constructor(origin: string, path: string, limit: keyof JsonBudget, budget: JsonBudget) {
    super('the answer exceeds its budget');
    const values = { host: origin, path: path.split('?', 1)[0] ?? path };
    this.sentence = {
      id: `call.${limit}`,
      values: { ...values, limit: limit === 'bytes' ? budget.bytes / 2 ** 20 : budget[limit] },
    };
  }
}

/** An error of our own, recognised by its code like all others. */
export const coded = (code: string): Error => Object.assign(new Error(code), { code });

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
  const { kind, sentence } = causeOf(error, origin, answered);
  return { kind, ...inEnglish(sentence) };
}

function causeOf(error: unknown, host: string, answered: boolean): Pick<HttpFailure, 'kind' | 'sentence'> {
  if (error instanceof FingerprintMismatch) return { kind: 'tls', sentence: mismatch(error, host) };
  if (error instanceof OverBudget) return { kind: 'bad-payload', sentence: error.sentence };
  const code = codeOf(error);
  if (code === 'TOO_LARGE') return { kind: 'bad-payload', sentence: { id: 'call.tooLarge', values: { host } } };
  if (code === 'NOT_HTTPS') return { kind: 'tls', sentence: { id: 'call.notHttps', values: { host } } };
  if (timeouts.has(code)) return { kind: 'timeout', sentence: { id: 'call.slow', values: { host } } };
  if (certificate.test(code)) {
    const id = /^(ERR_SSL_|EPROTO)/.test(code) ? 'call.noTls' : 'call.untrusted';
    return { kind: 'tls', sentence: { id, values: { host, code } } };
  }
  if (garbled.has(code) || code.startsWith('HPE_'))
    return { kind: 'bad-payload', sentence: { id: 'call.notHttp', values: { host, code } } };
  if (answered) return { kind: 'bad-payload', sentence: { id: 'call.brokeOff', values: { host, code } } };
  const id = unresolved.has(code) ? 'call.unresolved' : 'call.unreachable';
  return { kind: 'unreachable', sentence: { id, values: { host, code } } };
}

function mismatch({ expected, seen = '(none)', by }: FingerprintMismatch, host: string): Sentence {
  return { id: by === 'cluster' ? 'call.otherMember' : 'call.otherCertificate', values: { host, seen, expected } };
}
