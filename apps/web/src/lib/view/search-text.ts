// How the router reads and writes the part of a URL after `?`: every value is a plain text, never JSON.

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Undefined values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}
