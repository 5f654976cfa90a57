// The two ways in: a token in every request, or a ticket that is fetched, kept and renewed before it ends.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Clock } from '../../lib/clock.ts';
import type { HttpReply } from '../../lib/http-client.ts';
import type { SourceError } from '../source.ts';
import { badPayload, readEnvelope, statusError } from './failure.ts';
import type { Credentials, Product } from './product.ts';
import { flag, part, text } from './read.ts';

export type AuthHeaders = Record<string, string>;

/** A ticket lives two hours; it is renewed at four fifths of that. */
export const TICKET_RENEW_MS = 0.8 * 2 * 60 * 60_000;
/** Refused credentials rest this long: hosts lock accounts out, and repeating them at once helps nobody. */
export const REFUSED_REST_MS = 60_000;

export interface Auth {
  /** The headers that open the door, logging in first where needed; at most one login is under way at any time. */
  headers(origin: string): Promise<Result<AuthHeaders, SourceError>>;
  /** The host said 401 to these headers. True when it is worth one more try with fresh ones. */
  refused(headers: AuthHeaders): boolean;
}

/** Posts a form to the ticket path of an endpoint. */
export type PostLogin = (origin: string, form: string) => Promise<Result<HttpReply, SourceError>>;

export function createAuth(product: Product, credentials: Credentials, login: PostLogin, clock: Clock): Auth {
  return credentials.by === 'token'
    ? tokenAuth(product, credentials.id, credentials.secret)
    : ticketAuth(product, credentials, login, clock);
}

function tokenAuth(product: Product, id: string, secret: string): Auth {
  const { scheme = '', separator = '=' } = product.token ?? {};
  const headers = { authorization: `${scheme}=${id}${separator}${secret}` };
  return { headers: async () => ok(headers), refused: () => false };
}

function ticketAuth(
  product: Product,
  credentials: Credentials & { by: 'password' },
  login: PostLogin,
  clock: Clock,
): Auth {
  const form = new URLSearchParams({ username: credentials.user, password: credentials.password }).toString();
  let held: { headers: AuthHeaders; until: number } | undefined;
  let rest: { error: SourceError; until: number } | undefined;
  let underWay: Promise<Result<AuthHeaders, SourceError>> | undefined;

  async function fetchTicket(origin: string): Promise<Result<AuthHeaders, SourceError>> {
    const posted = await login(origin, form);
    const result = posted.ok ? readTicket(posted.value, origin, product, credentials) : posted;
    const now = clock.now();
    if (result.ok) {
      held = {
        headers: { cookie: `${product.cookie}=${encodeURIComponent(result.value)}` },
        until: now + TICKET_RENEW_MS,
      };
      return ok(held.headers);
    }
    if (result.error.kind === 'auth') rest = { error: result.error, until: now + REFUSED_REST_MS };
    return result;
  }

  return {
    async headers(origin) {
      if (held && clock.now() < held.until) return ok(held.headers);
      if (rest && clock.now() < rest.until) return fail(rest.error);
      underWay ??= fetchTicket(origin).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    refused(headers) {
      // Somebody else may have renewed it meanwhile: only the ticket that was refused is dropped.
      if (held?.headers === headers) held = undefined;
      return true;
    },
  };
}

function readTicket(
  reply: HttpReply,
  origin: string,
  product: Product,
  credentials: Credentials,
): Result<string, SourceError> {
  const call = `Login at ${origin}`;
  if (reply.status !== 200) return fail(statusError(reply, call, product, credentials));
  const envelope = readEnvelope(reply);
  if (typeof envelope === 'string') return fail(badPayload(call, envelope));
  const data = part(envelope.data);
  if (flag(data.NeedTFA))
    return fail({ kind: 'auth', message: `${call}: the account asks for a second factor. Use an API token instead.` });
  const ticket = text(data.ticket, 8192);
  return ticket ? ok(ticket) : fail(badPayload(call, 'the host gave no ticket.'));
}
