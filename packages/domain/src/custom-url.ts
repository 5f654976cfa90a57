// Checks the web address that somebody gave a guest. The server refuses a wrong one, and the form says why.

/** The error; undefined when the address is valid. Empty is valid and means no address. */
export function customUrlProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.endsWith('.')) return 'URL appears incomplete - please enter a complete domain or IP address';
  if (!/^https?:\/\//i.test(text)) return 'URL must start with http:// or https://';
  if (/^https?:\/\/($|[/?#:@])/i.test(text)) return 'URL must include a valid hostname or IP address';
  // The URL parser drops line breaks and repairs spaces, so the address shown would not be the one that opens.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'Invalid URL format';
  if (new URL(text).hostname.endsWith('.')) return 'Hostname appears incomplete';
  return undefined;
}
