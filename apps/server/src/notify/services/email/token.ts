// Access tokens of XOAUTH2: exchanged for a refresh token (RFC 6749, section 6) at the provider's address, and kept until shortly
// before they end.

import { fail, ok, type Result } from '@belfry/domain/result';
import type { EmailSecrets, EmailSettings } from '@belfry/schema/notifications/email';
import * as z from 'zod';
import type { Clock } from '../../../lib/clock.ts';
import type { GuardedRequest } from '../../../lib/outgoing/request.ts';

/** The error is a sentence without secrets. */
export type Tokens = (renew: boolean, signal: AbortSignal) => Promise<Result<string, string>>;

const Granted = z.object({ access_token: z.string().min(1).max(16_384), expires_in: z.coerce.number().optional() });
const Denied = z.object({
  error: z
    .string()
    .max(100)
    .regex(/^[\w.-]+$/),
});
const EARLY_MS = 60_000;
const USUAL_S = 3600;

export function createTokens(
  { tokenUrl, clientId }: Pick<EmailSettings, 'tokenUrl' | 'clientId'>,
  { password, clientSecret, refreshToken }: EmailSecrets,
  { request, clock }: { request: GuardedRequest; clock: Clock },
): Tokens {
  let held = { token: '', until: 0 };
  return async (renew, signal) => {
    if (tokenUrl === '') return ok(password);
    if (!renew && clock.monotonic() < held.until) return ok(held.token);
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
    const answer = await request({
      method: 'POST',
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: String(new URLSearchParams(clientSecret ? { ...form, client_secret: clientSecret } : form)),
      signal,
    });
    if (!answer.ok) return fail(`No access token: ${answer.error.message}`);
    const { status, body } = answer.value;
    const granted = Granted.safeParse(parsed(body)).data;
    if (status !== 200 || !granted) {
      const reason = Denied.safeParse(parsed(body)).data?.error ?? `HTTP ${status}`;
      return fail(`The provider gave no access token for the refresh token (${reason}).`);
    }
    const { access_token: token, expires_in: seconds = USUAL_S } = granted;
    held = { token, until: clock.monotonic() + seconds * 1000 - EARLY_MS };
    return ok(token);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
