// Which pages may open the socket: none of another site, for the browser would send the user's cookies along.

/** `origin` and `host` are the request's headers. Without an origin it is no browser. `*` allows everybody. */
export function mayConnect(origin: string | undefined, host: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin) || allowed.includes('*')) return true;
  const page = URL.parse(origin);
  return page !== null && page.host !== '' && page.host === host?.toLowerCase();
}
