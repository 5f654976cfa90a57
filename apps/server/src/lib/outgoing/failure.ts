// Why a request or a connection failed, in a sentence for an administrator. The path and the query of an address often contain
// a token, so only its host and port are named.
import { certificate, codeOf, timeouts, unresolved } from '../http-failure.ts';

/**
 * `message` is for an administrator, without secrets. `refused`: Belfry does not send to that address, whatever is tried. `sent`: the
 * request had left, so it may have had an effect.
 */
export interface RequestFailure {
  message: string;
  refused?: boolean;
  sent: boolean;
}

export const refusal = (message: string): RequestFailure => ({ message, refused: true, sent: false });

/** Thrown while connecting. The message is the sentence. */
export class RefusedAddress extends Error {}

/** Why Belfry does not trust a certificate, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by nobody but itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'it was issued by an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'it was issued by an authority that this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it was issued by an authority that this machine does not know',
};

/** `at` is host and port. `sent`: the request had left when the error came. */
export function failureOf(error: unknown, at: string, sent: boolean): RequestFailure {
  if (error instanceof RefusedAddress) return refusal(error.message);
  const code = codeOf(error);
  if (code === 'ABORTED') return { message: `The request to ${at} was given up.`, sent };
  if (timeouts.has(code)) return { message: `${at} did not answer in time.`, sent };
  if (certificate.test(code)) return { message: untrusted(code, at), sent: false };
  if (sent) return { message: `${at} closed the connection without a complete answer (${code}).`, sent };
  if (unresolved.has(code)) return { message: `The name of ${at} could not be resolved (${code}).`, sent };
  return { message: `${at} cannot be reached (${code}).`, sent };
}

function untrusted(code: string, at: string): string {
  if (/^(ERR_SSL_|EPROTO)/.test(code)) return `No encrypted connection with ${at} (${code}). Is this the right port?`;
  const reason = reasons[code];
  return `The certificate of ${at} is not trusted${reason ? `: ${reason}` : ''} (${code}). Nothing was sent.`;
}
