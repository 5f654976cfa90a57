// Why a request or a connection failed, in a sentence for an administrator. The path and the query of an address often contain
// a token, so only its host and port are named.
import { english, inEnglish } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { certificate, codeOf, timeouts, unresolved } from '../http-failure.ts';
import { ANOTHER, UntrustedCertificate } from './pinned-tls.ts';

/**
 * `message` is for an administrator, without secrets. `refused`: Belfry does not send to that address, whatever is tried. `sent`: the
 * request had left, so it may have had an effect.
 */
export interface RequestFailure {
  message: string;
  sentence?: Sentence;
  refused?: boolean;
  sent: boolean;
}

export const refusal = (sentence: Sentence): RequestFailure => ({ ...inEnglish(sentence), refused: true, sent: false });

/** Thrown while connecting. */
export class RefusedAddress extends Error {
  readonly sentence: Sentence;
  constructor(sentence: Sentence) {
    super(english(sentence));
    this.sentence = sentence;
  }
}

/** Why Belfry does not trust a certificate, by the code of the error. */
const reasons: Readonly<Record<string, Sentence>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: { id: 'certificate.otherName' },
  CERT_HAS_EXPIRED: { id: 'certificate.expired' },
  CERT_NOT_YET_VALID: { id: 'certificate.notYet' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { id: 'certificate.selfSigned' },
  SELF_SIGNED_CERT_IN_CHAIN: { id: 'certificate.unknownAuthority' },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { id: 'certificate.unknownAuthority' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { id: 'certificate.unknownAuthority' },
};

/** `host` has a port. `sent`: the request had left when the error came. */
export function failureOf(error: unknown, host: string, sent: boolean): RequestFailure {
  if (error instanceof RefusedAddress) return refusal(error.sentence);
  if (error instanceof UntrustedCertificate) return { ...inEnglish(untrustedShown(error, host)), sent: false };
  const code = codeOf(error);
  if (certificate.test(code)) return { ...inEnglish(untrusted(code, host)), sent: false };
  return { ...inEnglish(sentenceOf(code, host, sent)), sent };
}

function sentenceOf(code: string, host: string, sent: boolean): Sentence {
  if (code === 'ABORTED') return { id: 'send.givenUp', values: { host } };
  if (timeouts.has(code)) return { id: 'send.slow', values: { host } };
  if (sent) return { id: 'send.closed', values: { host, code } };
  return { id: unresolved.has(code) ? 'send.unresolved' : 'send.unreachable', values: { host, code } };
}

/** With the fingerprint, by which an administrator can trust it. */
function untrustedShown({ code, seen = '', expected }: UntrustedCertificate, host: string): Sentence {
  if (code === ANOTHER) return { id: 'send.otherCertificate', values: { host, seen, expected } };
  return { id: 'send.trustable', values: { problem: untrusted(code, host), seen } };
}

function untrusted(code: string, host: string): Sentence {
  if (/^(ERR_SSL_|EPROTO)/.test(code)) return { id: 'send.noTls', values: { host, code } };
  const reason = reasons[code];
  return reason
    ? { id: 'send.untrustedFor', values: { host, reason, code } }
    : { id: 'send.untrusted', values: { host, code } };
}
