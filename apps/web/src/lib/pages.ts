// The addresses of the pages of single resources.
export type PageKind = 'guests';

export const pageAddress = (kind: PageKind, id: string): string => `/${kind}/${encodeURIComponent(id)}`;
