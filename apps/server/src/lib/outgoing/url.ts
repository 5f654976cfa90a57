// An address that a person typed, before anything is resolved.
import { isIPv4 } from 'node:net';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Phrase } from '@belfry/schema/phrases';

const EXPECTED = 'Enter an address that starts with https:// or http://';

/**
 * The error is a sentence. An IPv4 address in another notation (one number, hexadecimal, octal) is refused, because nobody writes
 * it so without wanting to hide where it leads.
 */
export function parseUrl(text: string): Result<URL, Phrase> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return fail(EXPECTED);
  if (isIPv4(url.hostname) && !text.includes(url.hostname))
    return fail<Phrase>(`The address ${url.hostname} is written in an unusual notation. Write it as four numbers.`);
  return ok(url);
}
