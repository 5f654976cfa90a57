// What a browser gets when it signs in, in any way: a session and its two cookies.
import type { FastifyReply } from 'fastify';
import type { Caller } from '../http/gate.ts';
import { setSessionCookies } from './cookies.ts';
import type { Csrf } from './csrf.ts';
import { ABSOLUTE_MS, type NewSession, type Sessions } from './session.ts';

/** Its id. Undefined if `isStillRight` says, just before the write, that the credential has changed since it was checked. */
export type BeginSession = (
  reply: FastifyReply,
  session: NewSession,
  caller: Caller,
  isStillRight: () => boolean,
) => Promise<string | undefined>;

export const createBeginSession =
  (sessions: Sessions, csrf: Csrf): BeginSession =>
  async (reply, newcomer, caller, isStillRight) => {
    const minted = await sessions.mint(newcomer, caller, isStillRight);
    if (!minted) return undefined;
    const { token, session } = minted;
    const { user: name, role, method } = session;
    setSessionCookies(reply, {
      token,
      csrf: csrf.tokenFor({ name, role, roles: [], method, session: session.id }),
      maxAgeS: ABSOLUTE_MS / 1000,
      https: caller.https,
    });
    return session.id;
  };
