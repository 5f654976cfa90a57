// Access tokens of XOAUTH2: asked for at the provider's address (RFC 6749, sections 4.4 and 6), and kept until shortly before they end.
// Many providers answer with a new refresh token, and the old one ends. So all mails and tests share what is known here, one exchange of
// a refresh token runs at a time, and the new token is stored before the access token is used.

import { foreignJson } from '@belfry/domain/foreign-json';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { EmailSecrets, EmailSettings } from '@belfry/schema/notifications/email';
import * as z from 'zod';
import type { Clock } from '../../../lib/clock.ts';
import type { OnDefect } from '../../../lib/defects.ts';
import type { GuardedRequest } from '../../../lib/outgoing/request.ts';
import { cut } from '../../text/cut.ts';

/** With what an access token is asked for. */
export type Grant = Pick<EmailSettings, 'tokenUrl' | 'clientId' | 'grant' | 'scope'> &
  Pick<EmailSecrets, 'clientSecret' | 'refreshToken'>;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

export interface AccessTokensDeps {
  request: GuardedRequest;
  clock: Clock;
  /** A provider has replaced a refresh token. The new one is stored when it resolves. */
  replaced(before: string, now: string): Promise<void>;
  onDefect: OnDefect;
}

/** What is known of one grant. The fields change. */
interface Held {
  refreshToken: string;
  token: string;
  /** On the monotonic clock. */
  until: number;
  /** The refresh token that is stored in place of the newest, because the disk refused that. */
  stored?: string | undefined;
  running?: Promise<Result<string, string>> | undefined;
}

const Granted = z.object({
  access_token: z.string().min(1).max(16_384),
  expires_in: z.coerce.number().optional().catch(undefined),
  refresh_token: z.string().min(1).max(8192).optional().catch(undefined),
});
const Denied = z.object({
  error: z
    .string()
    .max(100)
    .regex(/^[\w.-]+$/),
  error_description: z.string().max(10_000).catch(''),
});
const EARLY_MS = 60_000;
const USUAL_S = 3600;
/** Whoever waits for the token ends sooner. An exchange that was sent is not given up before: its answer may be the only valid token. */
const EXCHANGE_MS = 20_000;
const MAX_HELD = 100;
const MAX_WORDS = 300;

export function createAccessTokens({ request, clock, replaced, onDefect }: AccessTokensDeps) {
  /** By grant, the one that was used last at the end. */
  const known = new Map<string, Held>();
  /** By each refresh token that was replaced: what is known now. */
  const successors = new Map<string, Held>();
  const running = new Set<Promise<unknown>>();
  const { signal } = new AbortController();

  function heldOf(grant: Grant): Held {
    const { tokenUrl, clientId, clientSecret, scope, refreshToken } = grant;
    const key = JSON.stringify([tokenUrl, clientId, clientSecret, scope, grant.grant, refreshToken]);
    const held = known.get(key) ??
      successors.get(refreshToken) ?? { refreshToken, token: '', until: Number.NEGATIVE_INFINITY };
    put(known, key, held);
    return held;
  }

  async function exchange(grant: Grant, held: Held): Promise<Result<string, string>> {
    const before = held.refreshToken;
    const answer = await request({
      method: 'POST',
      url: grant.tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: formOf(grant, before),
      timeoutMs: EXCHANGE_MS,
      signal,
    });
    if (!answer.ok) return fail(`No access token: ${answer.error.message}`);
    const { status, body } = answer.value;
    const granted = Granted.safeParse(foreignJson(body)).data;
    if (status !== 200 || !granted) return fail(denied(grant, before, status, body));
    const { access_token: token, expires_in: seconds = USUAL_S, refresh_token: next = before } = granted;
    Object.assign(held, { token, until: clock.monotonic() + seconds * 1000 - EARLY_MS });
    if (grant.grant === 'refreshToken' && next !== before) {
      held.refreshToken = next;
      held.stored ??= before;
      for (const old of [grant.refreshToken, before, next]) put(successors, old, held);
    }
    return ok(token);
  }

  /** A disk that is full delays no mail: it is tried again with the next one. */
  async function store(held: Held): Promise<void> {
    if (held.stored === undefined) return;
    try {
      await replaced(held.stored, held.refreshToken);
      held.stored = undefined;
    } catch (error) {
      onDefect(error, 'the refresh token of e-mail');
    }
  }
  async function give(grant: Grant, renew: boolean, held: Held): Promise<Result<string, string>> {
    const isFresh = !renew && clock.monotonic() < held.until;
    const token = isFresh ? ok(held.token) : await exchange(grant, held);
    await store(held);
    return token;
  }

  return {
    /** The error is a sentence without secrets. `renew`: the one that was given last was refused. */
    of(grant: Grant, renew: boolean): Promise<Result<string, string>> {
      const held = heldOf(grant);
      if (held.running) return held.running;
      const asked = give(grant, renew, held).finally(() => {
        held.running = undefined;
        running.delete(asked);
      });
      held.running = asked;
      running.add(asked);
      return asked;
    },
    /** The refresh token that took the place of this one, or itself. */
    newest: (refreshToken: string): string => successors.get(refreshToken)?.refreshToken ?? refreshToken,
    /** Nothing is asked at present. */
    async settled() {
      await Promise.allSettled(running);
    },
  };
}

function formOf({ grant, clientId, clientSecret, scope }: Grant, refreshToken: string): string {
  return String(
    new URLSearchParams({
      ...(grant === 'clientCredentials'
        ? { grant_type: 'client_credentials' }
        : { grant_type: 'refresh_token', refresh_token: refreshToken }),
      ...(scope && { scope }),
      client_id: clientId,
      ...(clientSecret && { client_secret: clientSecret }),
    }),
  );
}

/** The provider's own words, and what to do. */
function denied({ grant, clientSecret }: Grant, refreshToken: string, status: number, body: string): string {
  const { error = `HTTP ${status}`, error_description: said = '' } = Denied.safeParse(foreignJson(body)).data ?? {};
  const words = [refreshToken, clientSecret].reduce(
    (all, secret) => (secret ? all.replaceAll(secret, '***') : all),
    said,
  );
  const reason = cut([error, words.replace(/\s+/g, ' ').trim()].filter(Boolean).join(': '), MAX_WORDS);
  const isService = grant === 'clientCredentials';
  const hint =
    error === 'invalid_grant' && !isService
      ? ' The refresh token is not valid any more: sign in at the provider again, and enter the new one.'
      : error === 'invalid_client' || error === 'unauthorized_client'
        ? ' Check the client ID and the client secret; a secret may have ended.'
        : error === 'invalid_scope'
          ? ' Check the scope.'
          : '';
  return `The provider gave no access token for the ${isService ? 'client' : 'refresh token'} (${reason}).${hint}`;
}

/** As the last one of at most so many. */
function put(map: Map<string, Held>, key: string, held: Held): void {
  map.delete(key);
  map.set(key, held);
  if (map.size > MAX_HELD) map.delete(map.keys().next().value ?? '');
}
