// Why a sign-in was refused, in words.

import type { ApiError } from '../../api/client.ts';
import { plural } from '../../lib/language/format.ts';

export interface LoginRefusal {
  text: string;
  /** The account or the address is locked for some minutes. That is not an error of the user, and it ends by itself. */
  locked: boolean;
  /** The typed values are of no further use. */
  clear: boolean;
}

const LOCKED = 'Account temporarily locked due to too many failed attempts.';

export function loginRefusal({ status, refusal }: Pick<ApiError, 'status' | 'refusal'>): LoginRefusal {
  const { body } = refusal;
  const said = [body.message, body.error].find((word) => typeof word === 'string' && word !== '') as string | undefined;
  const minutes = positive(body.remainingMinutes);
  const remaining = positive(body.remaining);

  switch (status) {
    case 0:
      return refused('Failed to connect to server', false);
    case 403:
      return refused(
        minutes ? `Account locked. Please try again in ${plural(minutes, 'minute')}.` : (said ?? LOCKED),
        true,
      );
    case 429:
      return refused(said ?? 'Too many requests. Please wait a moment and try again.', false);
    case 401: {
      if (body.locked === true) return refused('Invalid username or password. Account is now locked.', true);
      const text = said ?? 'Invalid username or password';
      return refused(remaining ? `${text} (${plural(remaining, 'attempt')} remaining)` : text, true);
    }
    default:
      return refused(said ?? 'Server error. Please try again.', false);
  }
}

const refused = (text: string, clear: boolean): LoginRefusal => ({
  text,
  clear,
  locked: /locked/i.test(text) && /minute/i.test(text),
});

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
