// An address that a person typed, before anything is resolved.
import { isIPv4 } from 'node:net';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';

/**
 * The error is a sentence. An IPv4 address in another notation (one number, hexadecimal, octal) is refused, because nobody writes
 * it so without wanting to hide where it leads.
 */
export function parseUrl(text: string): Result<URL, Sentence> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return fail({ id: 'address.scheme' });
  if (isIPv4(url.hostname) && !text.includes(url.hostname))
    return fail<Sentence>({ id: 'address.unusual', values: { host: url.hostname } });
  return ok(url);
}
