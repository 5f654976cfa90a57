// The scheme that a proxy names in `X-Forwarded-Proto`. Traefik writes that of the socket, `wss`, when a connection is upgraded.

/** The parts of a header with commas. */
export const listOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Undefined: a scheme that says nothing about TLS. */
export function isSecureScheme(scheme: string): boolean | undefined {
  if (/^(https|wss)$/i.test(scheme)) return true;
  return /^(http|ws)$/i.test(scheme) ? false : undefined;
}
