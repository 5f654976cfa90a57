// The names of resources that the page has shown, for the list of unsaved changes, which knows only their ids.
const known = new Map<string, string>();

export function rememberNames(names: Iterable<readonly [id: string, name: string]>): void {
  for (const [id, name] of names) known.set(id, name);
}

export const knownName = (id: string): string => known.get(id) ?? id;
