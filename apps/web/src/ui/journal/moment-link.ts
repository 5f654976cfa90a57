// The moment of a change in the charts of its resource.
import type { ResourcePage } from '@belfry/domain/alerts/place';
import type { JournalEntry, JournalKind } from '@belfry/schema/journal/entry';
import type { LinkProps } from '@tanstack/react-router';

const AROUND_MS = 30 * 60_000;

/** The kinds whose resources have charts. */
const pages: Readonly<Partial<Record<JournalKind, ResourcePage>>> = { guest: 'guests', storage: 'storages' };

/** Undefined: the resource has no charts, or is gone. */
export function momentLink({ kind, resource, at, since = at, event }: JournalEntry): LinkProps | undefined {
  const page = pages[kind];
  if (page === undefined || event === 'removed') return undefined;
  const [from, to] = [Date.parse(since) - AROUND_MS, Date.parse(at) + AROUND_MS];
  const zoom = `${Math.floor(from / 1000)}-${Math.ceil(to / 1000)}`;
  return { to: `/${page}/$id`, params: { id: resource }, search: { zoom } };
}
