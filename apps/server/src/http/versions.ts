// Saves that say what they are based on: a revision of each answer that can be changed, and the comparison before a change.
import { createHash } from 'node:crypto';
import type { Endpoint } from '@belfry/schema/http/endpoint';
import { createWorkQueue } from '../db/work-queue.ts';
import { isRefused, type Refused, refuseWith } from '../lib/refusal.ts';

/** The answer of the GET of a path to this caller. */
type Read<I> = (input: I) => unknown;

export interface Versions<I> {
  /** The GET of this path is versioned. */
  add(endpoint: Endpoint, read: Read<I>): void;
  /** The ETag of an answer; undefined if the endpoint is not versioned. */
  tagOf(endpoint: Endpoint, answer: unknown): string | undefined;
  /**
   * Does `work` of an endpoint. A change of something versioned waits for the one before it, so that nothing comes between the
   * comparison with `ifMatch` and the change.
   */
  run<T>(endpoint: Endpoint, ifMatch: string | undefined, input: I, work: () => Promise<T>): Promise<T | Refused>;
}

export function createVersions<I>(): Versions<I> {
  const turns = createWorkQueue();
  const versioned = new Map<string, { endpoint: Endpoint; read: Read<I> }>();
  /** Large answers are the same object until they change. */
  const known = new WeakMap<object, string>();

  function revisionOf({ versioned: how }: Endpoint, answer: unknown): string {
    const found = isObject(answer) ? known.get(answer) : undefined;
    if (found !== undefined) return found;
    const except: readonly string[] = typeof how === 'object' ? how.except : [];
    const text = JSON.stringify(answer, (name, value) => (except.includes(name) ? undefined : value)) ?? '';
    const revision = createHash('sha256').update(text).digest('base64url');
    if (isObject(answer)) known.set(answer, revision);
    return revision;
  }

  async function changed(path: string, ifMatch: string, input: I): Promise<Refused | undefined> {
    const { endpoint, read } = versioned.get(path) ?? {};
    if (!endpoint || !read) return undefined;
    const current = await read(input);
    // The change itself says why there is nothing to change.
    if (isRefused(current)) return undefined;
    const revision = revisionOf(endpoint, current);
    if (ifMatch.trim() === '*' || ifMatch.includes(revision)) return undefined;
    return refuseWith('changed_meanwhile', { more: { current }, headers: { etag: quoted(revision) } });
  }

  return {
    add: (endpoint, read) => void versioned.set(endpoint.path, { endpoint, read }),
    tagOf: (endpoint, answer) => (endpoint.versioned ? quoted(revisionOf(endpoint, answer)) : undefined),
    run(endpoint, ifMatch, input, work) {
      const { method, path, changesVersioned } = endpoint;
      const changes = method !== 'GET' && method !== 'POST' && versioned.has(path);
      if (!changes && !changesVersioned) return work();
      return turns.take(
        async () => (changes && ifMatch !== undefined && (await changed(path, ifMatch, input))) || work(),
      );
    },
  };
}

/** Proxies that compress make `W/"…"` or `"…-gzip"` of it, so only the revision in it is looked for. */
const quoted = (revision: string): string => `"${revision}"`;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
