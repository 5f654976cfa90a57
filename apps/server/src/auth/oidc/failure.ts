// What went wrong between Belfry and the identity provider: a code for the person, and the facts for administrators and the log.

import { foreignJson } from '@belfry/domain/foreign-json';
import { oneLine } from '@belfry/schema/one-line';
import * as client from 'openid-client';
import * as z from 'zod';

export interface Failure {
  /** An `oidc_error` value. */
  code: string;
  /** The words of the provider, or the claim that is wrong with both values; one line. Empty where the code says all. */
  says: string;
}

const LONGEST = 400;
export const failure = (code: string, says = ''): Failure => ({ code, says: oneLine(says).slice(0, LONGEST) });

/** Answers of the token endpoint that name who is wrong, see RFC 6749, 5.2. */
const refusals: Readonly<Record<string, string>> = {
  invalid_client: 'client_refused',
  unauthorized_client: 'client_refused',
  invalid_grant: 'code_refused',
};

const Detail = z
  .object({
    claim: z.string(),
    attribute: z.string(),
    claims: z.record(z.string(), z.unknown()),
    expected: z.unknown(),
    now: z.number(),
    header: z.object({ alg: z.string() }),
    alg: z.string(),
    body: z.record(z.string(), z.unknown()),
  })
  .partial()
  .catch({});

/** Errors of the library: a code, and causes that hold what it compared. */
const LibraryError = z.object({ code: z.string().catch(''), message: z.string().catch('') });

/** By codes and structure, never by the text of a message. */
export async function failureOf(error: unknown): Promise<Failure> {
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
    return refusalOf(error);
  const { code, message } = LibraryError.safeParse(error).data ?? { code: '', message: String(error) };
  const root = rootOf(error);
  const answer = error instanceof client.WWWAuthenticateChallengeError ? error.response : root;
  if (answer instanceof Response) return answerOf(answer);
  const { claim, attribute, claims, expected, now, header, alg, body } = Detail.parse(root);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return failure('wrong_clock', clockOf(claim, claims, now));
  const field = claim ?? attribute;
  const received = (claims ?? body)?.[field ?? ''];
  const compared = field
    ? `${field} is ${shown(received)}${expected === undefined ? '' : `, expected ${shown(expected)}`}`
    : '';
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED')
    return claim === 'nonce'
      ? failure('invalid_nonce', 'nonce is that of another sign-in')
      : failure('invalid_id_token', compared);
  if (header !== undefined || alg !== undefined)
    return failure('invalid_signature_alg', `the token is signed with ${alg ?? header?.alg}`);
  if (body !== undefined && !('id_token' in body) && !attribute) return failure('missing_id_token');
  const aboutToken =
    code.startsWith('OAUTH_JWT') || code === 'OAUTH_KEY_SELECTION_FAILED' || code === 'OAUTH_INVALID_RESPONSE';
  if (aboutToken) return failure('invalid_id_token', compared || messageOf(root) || message);
  return failure('exchange_failed', compared || messageOf(root) || message);
}

const Refusal = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

const refusalOf = ({ error, error_description }: z.infer<typeof Refusal>): Failure =>
  failure(refusals[error] ?? 'exchange_failed', error_description ? `${error}: ${error_description}` : error);

/** An answer that is none of the protocol, or a refusal with a header that asks for credentials. */
async function answerOf(answer: Response): Promise<Failure> {
  const said = answer.bodyUsed
    ? ''
    : await answer
        .clone()
        .text()
        .catch(() => '');
  const refusal = Refusal.safeParse(foreignJson(said)).data;
  if (refusal) return refusalOf(refusal);
  const status = `HTTP ${answer.status} ${answer.statusText}`.trim();
  const challenge = answer.headers.get('www-authenticate');
  const kind = answer.headers.get('content-type') ?? 'no content type';
  return failure('exchange_failed', `${status}${challenge ? `, ${challenge}` : answer.ok ? `, ${kind}` : ''}`);
}

/** The first cause: the library packs each error into another. */
function rootOf(error: unknown): unknown {
  let found = error;
  for (let depth = 0; depth < 8 && found instanceof Error && found.cause !== undefined; depth++) found = found.cause;
  return found;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');
const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/** Times are seconds since 1970. */
function clockOf(claim = '', claims: Readonly<Record<string, unknown>> = {}, now = 0): string {
  const at = Number(claims[claim]);
  const time = (seconds: number) =>
    Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : String(claims[claim]);
  const apart = Math.round(Math.abs(at - now));
  const side = claim === 'exp' ? 'in the past' : 'in the future';
  return `${claim} is ${time(at)}, ${apart} s ${side}: the clock of Belfry says ${time(now)}`;
}
