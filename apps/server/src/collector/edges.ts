// Keeps what changes in a site: so that the server can be told, after an outage of the line, what began and ended meanwhile. The newest
// changes of seven days are kept, also over a restart.
import { appendFileSync, readFileSync } from 'node:fs';
import { same } from '@belfry/domain/delta/same';
import { Edge, type EdgeList, edgeFields, edgeLists } from '@belfry/schema/collect/edges';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Observation } from '@belfry/schema/messages/observation';
import * as z from 'zod';
import { writePrivateFile } from '../db/private-file.ts';
import type { Clock } from '../lib/clock.ts';

type EdgesPart = Extract<CollectUp, { type: 'edges' }>;
type Fields = Record<string, unknown>;
type Resource = Fields & { id: string };

export interface EdgesDeps {
  /** Where they are over a restart: a line for each. */
  file: string;
  clock: Pick<Clock, 'now'>;
  /** How many are kept. */
  most?: number;
}

export interface Edges {
  observe(observation: Observation): void;
  /** Only these instances are polled any more. */
  keep(instances: ReadonlySet<string>): void;
  parts(asked: { instance: string; from: number }): Generator<EdgesPart>;
  /** `dropped`: since the start, because there were too many. `problem`: why they are in memory only. */
  status(): { count: number; dropped: number; problem?: string };
}

const MOST = 20_000;
const KEPT_MS = 7 * 86_400_000;
const PART = 500;

const Kept = Edge.extend({ instance: z.string() });
type Kept = z.infer<typeof Kept>;

const lineOf = (edge: Kept): string => `${JSON.stringify(edge)}\n`;

export function createEdges({ file, clock, most = MOST }: EdgesDeps): Edges {
  /** What was last heard, by instance and list. The first answer after a start is no change. */
  const last = new Map<string, Map<string, Resource>>();
  let kept = read(file);
  let dropped = 0;
  /** The time of the newest one that was dropped. */
  let droppedUntil = Number.NEGATIVE_INFINITY;
  let problem: string | undefined;
  /** Lines in the file. It is written anew when it has twice as many as are kept, and when its last line may be torn. */
  let written = Number.POSITIVE_INFINITY;

  function write(fresh: readonly Kept[]): void {
    try {
      if (written + fresh.length > 2 * most) {
        writePrivateFile(file, kept.map(lineOf).join(''));
        written = kept.length;
      } else {
        appendFileSync(file, fresh.map(lineOf).join(''), { mode: 0o600 });
        written += fresh.length;
      }
      problem = undefined;
    } catch (error) {
      problem = (error as Error).message;
      written = Number.POSITIVE_INFINITY;
    }
  }

  function add(fresh: readonly Kept[]): void {
    if (fresh.length === 0) return;
    const tooOld = clock.now() - KEPT_MS;
    kept = [...kept, ...fresh].filter(({ at }) => at >= tooOld);
    for (const { at } of kept.slice(0, Math.max(0, kept.length - most))) {
      dropped++;
      droppedUntil = Math.max(droppedUntil, at);
    }
    kept = kept.slice(-most);
    write(fresh);
  }

  function changesOf(key: string, list: EdgeList, resources: readonly Resource[]): Omit<Edge, 'at'>[] {
    const before = last.get(key);
    const after = new Map(resources.map((resource) => [resource.id, resource]));
    last.set(key, after);
    if (!before) return [];
    const changed = resources.flatMap((resource): Omit<Edge, 'at'>[] => {
      const { id } = resource;
      const old = before.get(id);
      if (old === resource) return [];
      if (!old) return [{ list, id, before: null, after: fieldsOf(list, resource) }];
      if (edgeFields[list].every((field) => same(old[field], resource[field]))) return [];
      return [{ list, id, before: fieldsOf(list, old), after: fieldsOf(list, resource) }];
    });
    const gone = [...before.values()].filter(({ id }) => !after.has(id));
    return [...changed, ...gone.map((old) => ({ list, id: old.id, before: old, after: null }))];
  }

  return {
    observe({ instance: { id: instance }, essential, at, outcome }) {
      const listsOf: [EdgeList, readonly Resource[]][] = [];
      if (essential) listsOf.push(['instances', [{ id: instance, ...(!outcome.ok && { error: outcome.error }) }]]);
      const slices = (outcome.ok ? outcome.value.slices : {}) as Partial<Record<EdgeList, readonly Resource[]>>;
      for (const list of edgeLists) {
        const resources = slices[list];
        if (resources) listsOf.push([list, resources]);
      }
      const changes = listsOf.flatMap(([list, resources]) => changesOf(`${instance} ${list}`, list, resources));
      add(changes.map((change) => ({ ...change, at, instance })));
    },
    keep(instances) {
      for (const key of last.keys()) if (!instances.has(key.slice(0, key.lastIndexOf(' ')))) last.delete(key);
    },
    *parts({ instance, from }) {
      const edges = kept.filter((edge) => edge.instance === instance && edge.at >= from);
      const common = { type: 'edges', instance, dropped: droppedUntil >= from ? dropped : 0 } as const;
      for (let i = 0; i === 0 || i < edges.length; i += PART)
        yield {
          ...common,
          edges: edges.slice(i, i + PART).map(({ instance: _, ...edge }) => edge),
          isLast: i + PART >= edges.length,
        };
    },
    status: () => ({ count: kept.length, dropped, ...(problem !== undefined && { problem }) }),
  };
}

/** Null where a field is absent, because an absent one does not arrive. */
const fieldsOf = (list: EdgeList, resource: Resource): Fields =>
  Object.fromEntries(edgeFields[list].map((field) => [field, resource[field] ?? null]));

/** A line that a crash has torn is left out. */
function read(file: string): Kept[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      return Kept.parse(JSON.parse(line));
    } catch {
      return [];
    }
  });
}
