// Checks the web address that somebody gave a guest. The server refuses a wrong one, and the form says why.
import type { Sentence } from '@belfry/schema/sentences/sentence';

/** The error; undefined when the address is valid. Empty is valid and means no address. */
export function customUrlProblem(text: string): Sentence | undefined {
  if (text === '') return undefined;
  if (text.endsWith('.')) return { id: 'link.incomplete' };
  if (!/^https?:\/\//i.test(text)) return { id: 'link.scheme' };
  if (/^https?:\/\/($|[/?#:@])/i.test(text)) return { id: 'link.host' };
  // The URL parser drops line breaks and repairs spaces, so the address shown would not be the one that opens.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return { id: 'link.form' };
  if (new URL(text).hostname.endsWith('.')) return { id: 'link.hostIncomplete' };
  return undefined;
}
