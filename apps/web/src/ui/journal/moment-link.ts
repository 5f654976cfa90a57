// The moment of a change in the charts of its resource.
import type { Storage } from '@belfry/schema/entities/storage';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { LinkProps } from '@tanstack/react-router';

const AROUND_MS = 30 * 60_000;

type Page = { to: '/guests/$id' | '/nodes/$id' | '/storages/$id' | '/servers/$id' | '/datastores/$id'; id: string };
type DockerPage = { to: '/docker/hosts/$id' | '/docker/containers/$id'; id: string };

/** The journal has one id for a storage, and each node that has it another one. */
export const storageOf = (
  { kind, instance, name }: JournalEntry,
  storages: readonly Pick<Storage, 'id' | 'instance' | 'name'>[] = [],
): string | undefined =>
  kind === 'storage' ? storages.find((each) => each.instance === instance && each.name === name)?.id : undefined;

/** Undefined: the resource has no charts, or is gone. `storage`: of `storageOf`. */
export function momentLink(
  { kind, resource, at, since = at, event }: JournalEntry,
  storage: string | undefined,
): LinkProps | undefined {
  const page = pageOf(kind, resource, storage);
  if (page === undefined || event === 'removed') return undefined;
  const [from, to] = [Date.parse(since) - AROUND_MS, Date.parse(at) + AROUND_MS];
  const zoom = `${Math.floor(from / 1000)}-${Math.ceil(to / 1000)}`;
  return { to: page.to, params: { id: page.id }, search: { zoom } };
}

function pageOf(
  kind: JournalEntry['kind'],
  resource: string,
  storage: string | undefined,
): Page | DockerPage | undefined {
  const hasParts = resource.includes('/');
  if (kind === 'guest') return { to: '/guests/$id', id: resource };
  if (kind === 'node' && !hasParts) return { to: '/nodes/$id', id: resource };
  if (kind === 'storage' && storage !== undefined) return { to: '/storages/$id', id: storage };
  if (kind === 'backup-server') return { to: hasParts ? '/datastores/$id' : '/servers/$id', id: resource };
  if (kind === 'docker') return { to: hasParts ? '/docker/containers/$id' : '/docker/hosts/$id', id: resource };
  return undefined;
}
