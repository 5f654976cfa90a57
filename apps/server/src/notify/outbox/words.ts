// The answer of a service as the log may show it: one line, shortened, and without the secrets of the destination. Services remove their
// secrets themselves; this catches what they miss, such as a server that repeats the address it was called at.

import { MASK } from '@belfry/schema/notifications/mask';
import { cut } from '../text/cut.ts';

const MAX_CHARACTERS = 500;
const SECRET_NAME = /pass|secret|token|key|authorization|cookie|credential/i;
const SHORTEST = 4;
/** A part of an address that is as long as this is taken for a token. */
const TOKEN_CHARACTERS = 16;

export function logWords(text: string, secrets: readonly string[]): string {
  let words = text.slice(0, 20 * MAX_CHARACTERS);
  for (const secret of secrets) words = words.replaceAll(secret, MASK);
  return cut(words.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), MAX_CHARACTERS);
}

/** Everything in the settings of a destination that may be a secret, the longest first. */
export function secretsIn(settings: unknown): readonly string[] {
  const found = new Set<string>();
  const add = (text: string, shortest = SHORTEST) => {
    if (text.length < shortest) return;
    for (const form of [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]) found.add(form);
  };
  const walk = (value: unknown, isSecret: boolean): void => {
    if (typeof value === 'string') {
      if (isSecret) add(value);
      const url = /^https?:/i.test(value) ? URL.parse(value) : null;
      if (!url) return;
      for (const part of [url.username, url.password, ...url.searchParams.values()]) add(part);
      for (const part of url.pathname.split('/')) add(part, TOKEN_CHARACTERS);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, isSecret || SECRET_NAME.test(name));
    }
  };
  walk(settings, false);
  return [...found].sort((a, b) => b.length - a.length);
}
