// The resources that the page has shown, for texts that have only an id: unsaved changes, and where a value comes from.
import type { Resource } from './resources.ts';

const known = new Map<string, Resource>();

export function rememberResources(resources: Iterable<Resource>): void {
  for (const resource of resources) known.set(resource.target.subject.id, resource);
}

export const knownResource = (id: string): Resource | undefined => known.get(id);
export const knownName = (id: string): string => known.get(id)?.name ?? id;
