// The journal of changes.
import type { JournalEntry, JournalKind } from '@belfry/schema/journal/entry';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { base } from '../lib/base.ts';
import { call } from './client.ts';

const PAGE = '200';
/** Changes are read while somebody looks. */
const REFRESH_MS = 30_000;
const MOST_OF_ONE = '200';
const FEW = '5';

/** `from` epoch ms. */
export interface JournalAsked {
  q?: string | undefined;
  kind?: JournalKind | undefined;
  resource?: string | undefined;
  from?: number | undefined;
}

interface Page {
  entries: JournalEntry[];
  next: string | null;
}

const queryOf = ({ q, kind, resource, from }: JournalAsked): Record<string, string> => ({
  ...(q && { q }),
  ...(kind && { kind }),
  ...(resource !== undefined && { resource }),
  ...(from !== undefined && { from: String(from) }),
});

async function page(query: Record<string, string>, signal: AbortSignal): Promise<Page> {
  const found = await call('GET /api/journal', { query, signal });
  // Only a file is text.
  return typeof found === 'string' ? { entries: [], next: null } : found;
}

/** The newest first. */
export const journal = (asked: JournalAsked) =>
  infiniteQueryOptions({
    queryKey: ['journal', asked],
    queryFn: ({ pageParam, signal }) =>
      page({ ...queryOf(asked), limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFRESH_MS : false),
  });

/** Parts of a resource: those of this kind whose ids begin so. */
export interface JournalParts {
  kind: JournalKind;
  under: string;
}

/** The newest changes of one resource, and of its parts. */
export const changesOf = (resource: string, parts?: JournalParts) =>
  queryOptions({
    queryKey: ['journal', 'resource', resource, parts],
    async queryFn({ signal }) {
      const own = page({ resource, limit: MOST_OF_ONE }, signal);
      if (!parts) return (await own).entries;
      const { kind, under } = parts;
      const others = await page({ kind, q: under, limit: MOST_OF_ONE }, signal);
      return [...(await own).entries, ...others.entries.filter((entry) => entry.resource.startsWith(under))];
    },
    refetchInterval: REFRESH_MS,
  });

/** The newest changes of some resources in a span of time. */
export const changesBetween = ({ resources, from, to }: { resources: readonly string[]; from: number; to: number }) =>
  queryOptions({
    queryKey: ['journal', 'between', resources, from, to],
    queryFn: async ({ signal }) => {
      const query = { from: String(from), to: String(to), limit: FEW };
      const pages = await Promise.all(resources.map((resource) => page({ ...query, resource }, signal)));
      return pages.flatMap(({ entries }) => entries);
    },
    // A task may be read some seconds after the alert began.
    refetchInterval: REFRESH_MS,
  });

/** The address of a file with all that is found. */
export const journalFile = (asked: JournalAsked, format: 'csv' | 'ndjson'): string =>
  `${base}/api/journal?${new URLSearchParams({ ...queryOf(asked), format })}`;
