// The addresses of the pages of single resources.
const kinds = ['guests', 'nodes', 'storages', 'servers', 'datastores', 'docker/hosts', 'docker/containers'] as const;
export type PageKind = (typeof kinds)[number];

export const pageAddress = (kind: PageKind, id: string): string => `/${kind}/${encodeURIComponent(id)}`;

/** Undefined for what is no such address. Anybody may have written it. */
export function readPageAddress(address: string): { kind: PageKind; id: string } | undefined {
  const kind = kinds.find((each) => address.startsWith(`/${each}/`));
  const id = kind && decoded(address.slice(kind.length + 2));
  return kind && id ? { kind, id } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
