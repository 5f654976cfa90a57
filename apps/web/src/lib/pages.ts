// The addresses of the pages of single resources.
type PageKind = 'guests' | 'nodes' | 'storages' | 'docker/containers';

export const pageAddress = (kind: PageKind, id: string): string => `/${kind}/${encodeURIComponent(id)}`;
