// Serving below a path: with BELFRY_PUBLIC_URL=https://x.example/belfry/ all pages, files, calls and cookies are below `/belfry`.
// A prefix has no slash at its end, and is empty without such a path.

/** The address that the router sees. A proxy may have removed the prefix, so an address without it is the same one. */
export const withoutPrefix =
  (prefix: string) =>
  (url: string): string => {
    if (prefix === '' || !url.startsWith(prefix)) return url;
    const rest = url.slice(prefix.length);
    if (rest.startsWith('/')) return rest;
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };

/** The page with the prefix before the address of each file. It is told the prefix in `data-base`; lib/base.ts of the web app reads it. */
export const pageBelow = (prefix: string, page: string): string =>
  page
    .replaceAll(/([("])\/(?=assets\/|belfry\.svg")/g, `$1${prefix}/`)
    .replace('<html ', `<html data-base="${prefix}" `);
