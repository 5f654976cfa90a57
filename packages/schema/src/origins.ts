// Lists of origins as administrators write them: `https://home.example, http://10.0.0.5:8080`. No zod: the browser uses it too.

/** The list in the form that a browser sends: lower case, no slash at the end, no default port. */
export const originsOf = (list: string): string[] => [
  ...new Set(
    list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(bare),
  ),
];

const bare = (origin: string): string =>
  origin
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/^(http:\/\/.*):80$|^(https:\/\/.*):443$/, '$1$2');

/** Strict, because origins go into a Content-Security-Policy: nothing that could start another directive. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(text);
