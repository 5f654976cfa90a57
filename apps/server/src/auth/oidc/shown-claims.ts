// The claims of a person as an administrator may read them: no secrets, and no more than a screen of them.
import { oneLine } from '@belfry/schema/one-line';
import type { Claims } from './claims.ts';

const LONGEST_TEXT = 300;
const LONGEST_LIST = 50;
const DEEPEST = 6;
const LONGEST = 16_000;

/** Claims that are secrets, or that only protect the token. */
const SECRET = /token|secret|passw|nonce|_hash$|^(sid|jti|code|state|auth_code|session_state)$/i;
/** A signed or encrypted token, wherever it is. */
const TOKEN = /^[\w-]{8,}\.[\w-]{8,}\.[\w.-]*$/;
const MASK = '***';

export function shownClaims(claims: Claims): string {
  const text = JSON.stringify(shown(claims, 0), null, 2);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function shown(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return TOKEN.test(value) ? MASK : cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, LONGEST_LIST).map((item) => shown(item, depth + 1));
    return value.length > LONGEST_LIST ? [...items, `… ${value.length - LONGEST_LIST} more`] : items;
  }
  const fields = Object.entries(value).slice(0, LONGEST_LIST * 2);
  return Object.fromEntries(
    fields.map(([name, held]) => [cut(name), SECRET.test(name) ? MASK : shown(held, depth + 1)]),
  );
}

const cut = (text: string): string => {
  const line = oneLine(text);
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line;
};
