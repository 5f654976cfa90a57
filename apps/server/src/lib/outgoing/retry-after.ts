// How long a service asks us to wait.

/** Milliseconds from the header `Retry-After`, which is seconds or a date; undefined without one that can be read. `now` is epoch ms. */
export function retryAfterIn(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const header = headers['retry-after'];
  if (header === undefined) return undefined;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
