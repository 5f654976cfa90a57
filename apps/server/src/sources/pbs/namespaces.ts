// `GET /admin/datastore/{store}/namespace`: how a datastore is divided.
import type { Datastore } from '@belfry/schema/entities/pbs';
import { isRaw } from '../proxmox-api/read.ts';

/** The root, which every datastore has and which can be asked even where listing is not allowed. */
export const ROOT = '';

/**
 * The paths that may be seen, in order; an account of one namespace is not shown the root. Where none is listed there is
 * still the root. Undefined when the answer is no list.
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
