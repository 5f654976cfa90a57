// Why a sign-in was refused, in words.

import type { ApiError } from '../../api/client.ts';
import { messages } from './messages.ts';

export interface LoginRefusal {
  text: string;
  /** The account or the address is locked for some minutes. That is not an error of the user, and it ends by itself. */
  locked: boolean;
  /** The typed values are of no further use. */
  clear: boolean;
}

export function loginRefusal({ status, refusal }: Pick<ApiError, 'status' | 'refusal'>): LoginRefusal {
  const { body } = refusal;
  const said = [body.message, body.error].find((word) => typeof word === 'string' && word !== '') as string | undefined;
  const minutes = positive(body.remainingMinutes);
  const remaining = positive(body.remaining);

  switch (status) {
    case 0:
      return refused(messages.noConnection, false);
    case 403:
      return refused(
        minutes ? messages.lockedFor(minutes) : (said ?? messages.locked),
        true,
        minutes !== undefined || isLock(said),
      );
    case 429:
      return refused(said ?? messages.tooMany, false, isLock(said));
    case 401: {
      if (body.locked === true) return refused(messages.wrongAndLocked, true);
      const text = said ?? messages.wrong;
      return refused(remaining ? messages.remaining(text, remaining) : text, true);
    }
    default:
      return refused(said ?? messages.serverError, false);
  }
}

const refused = (text: string, clear: boolean, locked = false): LoginRefusal => ({ text, clear, locked });

/** Whether the server speaks of a lock that ends by itself. It writes English. */
const isLock = (said: string | undefined): boolean =>
  said !== undefined && /locked/i.test(said) && /minute/i.test(said);

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
