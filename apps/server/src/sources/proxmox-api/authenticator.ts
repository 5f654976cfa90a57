// The two ways to authenticate: a token in every request, or a ticket that is fetched, stored and renewed before it
// expires.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';
import type { HttpReply } from '../../lib/http-client.ts';
import { badPayload, readEnvelope, statusError } from './failure.ts';
import type { Credentials, Product } from './product.ts';
import { flag, part, text } from './read.ts';
import { createRefusals, type Refusals } from './refusals.ts';

export type AuthHeaders = Record<string, string>;

/** A ticket is valid for two hours; it is renewed after four fifths of that. */
export const TICKET_RENEW_MS = 0.8 * 2 * 60 * 60_000;

/** Makes one call with the given headers. */
type Send = (headers: AuthHeaders) => Promise<Result<HttpReply, SourceError>>;

/** The server sends these statuses only to a caller whose credentials it accepts. */
const ACCEPTING: ReadonlySet<number> = new Set([200, 403]);

/** Posts a form to the ticket path of an endpoint. */
type PostLogin = (origin: string, form: string) => Promise<Result<HttpReply, SourceError>>;

/** One way to get headers; at most one login is under way at any time. */
interface Way {
  headers(origin: string): Promise<Result<AuthHeaders, SourceError>>;
  /** Called after a 401 for these headers. Returns true when one more try with new headers is useful. */
  refused(headers: AuthHeaders): boolean;
}

/** The state of the credentials at one origin. */
interface OriginState {
  refusals: Refusals;
  isProven: boolean;
  /** The first call to this origin. Other calls wait for its result. */
  firstTry: Promise<unknown> | undefined;
  proof: Promise<Result<unknown, SourceError>> | undefined;
}

export interface AuthenticatorDeps {
  login: PostLogin;
  /** Makes a call that needs accepted credentials but no privilege. */
  probe(origin: string, headers: AuthHeaders): Promise<Result<HttpReply, SourceError>>;
  clock: Clock;
}

export function createAuthenticator(
  product: Product,
  credentials: Credentials,
  { login, probe, clock }: AuthenticatorDeps,
) {
  const way =
    credentials.by === 'token' ? tokenWay(product, credentials) : ticketWay(product, credentials, login, clock);
  const states = new Map<string, OriginState>();
  const stateOf = (origin: string): OriginState => {
    const known = states.get(origin);
    if (known) return known;
    const state = { refusals: createRefusals(clock), isProven: false, firstTry: undefined, proof: undefined };
    states.set(origin, state);
    return state;
  };

  async function attempt(
    state: OriginState,
    origin: string,
    name: string,
    send: Send,
  ): Promise<Result<HttpReply, SourceError>> {
    const refuse = (error: SourceError) => {
      state.isProven = false;
      return fail(state.refusals.note(error));
    };
    for (let tries = 1; ; tries++) {
      const headers = await way.headers(origin);
      if (!headers.ok) return headers.error.kind === 'auth' ? refuse(headers.error) : headers;
      const sent = await send(headers.value);
      if (!sent.ok) return sent;
      if (sent.value.status === 401) {
        if (way.refused(headers.value) && tries === 1) continue;
        const error = statusError(sent.value, name, product, credentials);
        return state.isProven && (await isStillAccepted(state, origin)) ? fail(error) : refuse(error);
      }
      if (ACCEPTING.has(sent.value.status)) {
        state.isProven = true;
        state.refusals.forget();
      }
      return sent;
    }
  }

  /**
   * A call is forwarded to another node, which may refuse credentials that this host accepts. An outage is not a
   * refusal.
   */
  async function isStillAccepted(state: OriginState, origin: string): Promise<boolean> {
    state.proof ??= prove(origin).finally(() => {
      state.proof = undefined;
    });
    const proof = await state.proof;
    return proof.ok || proof.error.kind !== 'auth';
  }
  async function prove(origin: string): Promise<Result<unknown, SourceError>> {
    const headers = await way.headers(origin);
    if (!headers.ok) return headers;
    const sent = await probe(origin, headers.value);
    if (!sent.ok || sent.value.status !== 401) return sent;
    way.refused(headers.value);
    return fail(statusError(sent.value, `GET of ${origin}`, product, credentials));
  }

  return {
    /**
     * Makes a call with accepted credentials, and logs in first if needed. `name` is the name of the call in errors. A
     * 401 is an error of kind `auth`. After it, no call is sent to that origin for a while.
     */
    async call(origin: string, name: string, send: Send): Promise<Result<HttpReply, SourceError>> {
      const state = stateOf(origin);
      // The host logs each refusal. So until one call succeeds, the other calls wait for the first one.
      if (!state.isProven && state.firstTry) await state.firstTry;
      const resting = state.refusals.resting();
      if (resting) return fail(resting);
      const result = attempt(state, origin, name, send);
      const done = () => {
        state.firstTry = undefined;
      };
      if (!state.isProven) state.firstTry ??= result.then(done, done);
      return result;
    },
  };
}

function tokenWay(product: Product, { id, secret }: Credentials & { by: 'token' }): Way {
  const { scheme = '', separator = '=' } = product.token ?? {};
  const headers = { authorization: `${scheme}=${id}${separator}${secret}` };
  return { headers: async () => ok(headers), refused: () => false };
}

function ticketWay(
  product: Product,
  credentials: Credentials & { by: 'password' },
  login: PostLogin,
  clock: Clock,
): Way {
  const form = new URLSearchParams({ username: credentials.user, password: credentials.password }).toString();
  let held: { headers: AuthHeaders; until: number } | undefined;
  let underWay: Promise<Result<AuthHeaders, SourceError>> | undefined;

  async function fetchTicket(origin: string): Promise<Result<AuthHeaders, SourceError>> {
    const posted = await login(origin, form);
    const ticket = posted.ok ? readTicket(posted.value, origin, product, credentials) : posted;
    if (!ticket.ok) return ticket;
    const headers = { cookie: `${product.cookie}=${encodeURIComponent(ticket.value)}` };
    held = { headers, until: clock.monotonic() + TICKET_RENEW_MS };
    return ok(headers);
  }

  return {
    async headers(origin) {
      if (held && clock.monotonic() < held.until) return ok(held.headers);
      underWay ??= fetchTicket(origin).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    refused(headers) {
      // Another call may have renewed the ticket in the meantime. Only the refused ticket is dropped.
      if (held?.headers === headers) held = undefined;
      return true;
    },
  };
}

/**
 * Such a ticket is valid only for the second step of a login. PVE also marks it with `NeedTFA`. A call with this ticket
 * counts as a failed login.
 */
const FIRST_STEP = /^[A-Z]+:!?(?:tfa|u2f)!/;

function readTicket(
  reply: HttpReply,
  origin: string,
  product: Product,
  credentials: Credentials,
): Result<string, SourceError> {
  const call = `Login at ${origin}`;
  if (reply.status !== 200) return fail(statusError(reply, call, product, credentials));
  const envelope = readEnvelope(reply);
  if (!('data' in envelope)) return fail(badPayload(call, envelope));
  const data = part(envelope.data);
  const ticket = text(data.ticket, 8192);
  if (!ticket) return fail(badPayload(call, 'the answer has no ticket.'));
  return flag(data.NeedTFA) || FIRST_STEP.test(ticket) ? fail(secondFactor(call, product)) : ok(ticket);
}

const secondFactor = (call: string, { token }: Product): SourceError => ({
  kind: 'auth',
  message: `${call}: the account asks for a second factor. ${
    token ? 'Use an API token instead.' : 'Use an account without a second factor for monitoring.'
  }`,
});
