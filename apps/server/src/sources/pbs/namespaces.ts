// `GET /admin/datastore/{store}/namespace`: the namespaces of a datastore.
import type { Datastore } from '@belfry/schema/entities/pbs';
import { isRaw } from '../proxmox-api/read.ts';

/** The root. Every datastore has it, and it can be read even if the account may not list namespaces. */
export const ROOT = '';

/**
 * The sorted paths of the visible namespaces. An account for one namespace does not see the root. If the list is empty,
 * the result is the root. Undefined when the answer is not a list.
 */
export function parseNamespaces(data: unknown): string[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const paths = data.filter(isRaw).flatMap(({ ns }) => (typeof ns === 'string' && ns.length <= 256 ? [ns] : []));
  return paths.length === 0 ? [ROOT] : [...new Set(paths)].sort();
}

/** `a/b/c` is three levels deep, its parent is `a/b`; the parent of `a` is the root. */
export function describe(path: string): Datastore['namespaces'][number] {
  if (path === ROOT) return { path, depth: 0 };
  const levels = path.split('/');
  return { path, parent: levels.slice(0, -1).join('/'), depth: levels.length };
}
