// What is wrong with an address somebody gave a guest (requirement 2 §5). The server refuses it, the form says why.

/** Undefined: nothing is wrong. Empty is allowed: no address. */
export function customUrlProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.endsWith('.')) return 'URL appears incomplete - please enter a complete domain or IP address';
  if (!/^https?:\/\//i.test(text)) return 'URL must start with http:// or https://';
  if (/^https?:\/\/($|[/?#:@])/i.test(text)) return 'URL must include a valid hostname or IP address';
  // the parser would drop line breaks and repair spaces, and what is shown would not be what is opened
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (!url) return 'Invalid URL format';
  if (url.hostname.endsWith('.')) return 'Hostname appears incomplete';
  return undefined;
}
