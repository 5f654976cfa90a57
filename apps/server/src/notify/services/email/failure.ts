// Why a mail was not accepted, in words for an administrator, and whether another attempt can help.

import * as z from 'zod';
import { certificate, codeOf } from '../../../lib/http-failure.ts';
import { failureOf, RefusedAddress } from '../../../lib/outgoing/failure.ts';
import { UntrustedCertificate } from '../../../lib/outgoing/pinned-tls.ts';
import type { SendResult } from '../../notifier.ts';
import { changedWords } from '../../own-words.ts';
import { cut } from '../../text/cut.ts';

const MAX_WORDS = 500;

export type Failed = Extract<SendResult, { ok: false }>;

/** `at`: host and port of the server. `secrets` never appear. `sent`: the message had left, and the answer to it never came. */
export function failedMail(error: unknown, at: string, secrets: readonly string[], sent = false): Failed {
  const { code, status, response } = factsOf(error);
  const words = (text: string) => cut(withoutSecrets(text, secrets).replace(/\s+/g, ' ').trim(), MAX_WORDS);
  if (status !== undefined) {
    // Credentials can be repaired, so only what the server says about this message is final.
    const refused = status >= 500 && status !== 503 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    const said = words(`${at} answered${phases[code] ?? ''}: ${response}`);
    return { ok: false, status, words: said, ...(refused && { refused }) };
  }
  if (ours.has(code)) return { ok: false, words: words(error instanceof Error ? error.message : code) };
  const { message, sentence } = failureOf(systemError(error), at, sent);
  return { ok: false, ...changedWords({ words: message, sentence }, words), ...(sent && { lost: true }) };
}

/** Authorities do not vouch for the certificate of the server. */
export const isUntrusted = (error: unknown): boolean =>
  certificate.test(codeOf(systemError(error))) && !/^(ERR_SSL_|EPROTO)/.test(codeOf(systemError(error)));

/** What the server was asked. */
const phases: Readonly<Record<string, string>> = {
  EAUTH: ' to the sign-in',
  EENVELOPE: ' to the sender and the recipients',
  EMESSAGE: ' to the message',
  ETLS: ' to STARTTLS, which the settings require',
};
/** Errors of the library that have a sentence of their own. */
const ours: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'EENVELOPE', 'EMESSAGE', 'EPROTOCOL']);

/** The fields that the library adds to an error. */
const Facts = z.object({
  code: z.string().catch(''),
  originalCode: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().catch(''),
});
function factsOf(error: unknown) {
  const { code, originalCode, responseCode: status, response } = Facts.catch({ code: '', response: '' }).parse(error);
  return { code, originalCode, status, response };
}

/** The error of the system or of TLS that the library reports under a code of its own. */
function systemError(error: unknown): unknown {
  if (error instanceof RefusedAddress || error instanceof UntrustedCertificate) return error;
  const { code, originalCode } = factsOf(error);
  const known = originalCode ?? (code === 'EABORT' ? 'ETIMEDOUT' : code);
  return Object.assign(new Error(known), { code: known });
}

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((all, secret) => (secret.length < 4 ? all : all.replaceAll(secret, '***')), text);
