// The one document of the configuration: what it says, and how it is replaced. The doors differ in how a document comes in.

import { ok } from '@belfry/domain/result';
import { english, inEnglish } from '@belfry/domain/sentences/english';
import { configParts, type PartContent, type PartName } from '@belfry/schema/config/parts';
import type { ConfigReport } from '@belfry/schema/config/report';
import type * as z from 'zod';
import type { ConfigPart, ConfigParts } from '../../db/config-part.ts';
import type { Left, Replacement } from '../../db/replacement.ts';
import type { Store, Stores } from '../../db/store.ts';
import { firstProblem } from '../../lib/invalid-input.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';

/** A part that the environment sets is not in it. */
export type Contents = ReadonlyMap<PartName, unknown>;

/** A part that was checked and is not written yet. */
export interface Prepared {
  notice: ConfigPart<PartName>['notice'];
  replacement: Replacement;
}

export type ConfigDocument = ReturnType<typeof createDocument>;

const names = Object.keys(configParts) as PartName[];

export function createDocument(parts: ConfigParts, store: Store) {
  function prepare<P extends PartName>(name: P, found: unknown): Answer<Prepared> {
    const schema: z.ZodType = configParts[name].schema;
    const parsed = schema.safeParse(found);
    if (!parsed.success) return refuse('bad_request', firstProblem(parsed.error, found));
    const { prepare, notice } = parts[name];
    const prepared = prepare(parsed.data as PartContent<P>);
    return prepared.ok ? ok({ notice, replacement: prepared.value }) : prepared;
  }
  return {
    /** `stores`: those of a transaction. */
    async contents(stores: Stores = store): Promise<Contents> {
      const read = names.map(async (name) => [name, await parts[name].read(stores)] as const);
      return new Map((await Promise.all(read)).filter(([, content]) => content !== undefined));
    },
    /** Checks what a document says about a part. */
    prepare,
    /** Writes everything that `decide` has prepared and `alongside`, or nothing. */
    async apply(
      decide: (tx: Stores) => Promise<Answer<readonly Prepared[]>>,
      {
        left = [],
        alongside,
      }: { left?: readonly Left[]; alongside?: ((tx: Stores) => Promise<void>) | undefined } = {},
    ): Promise<Answer<ConfigReport>> {
      const done = await store.atomically(async (tx) => {
        const prepared = await decide(tx);
        if (!prepared.ok) return prepared;
        for (const { replacement } of prepared.value) await replacement.write(tx);
        await alongside?.(tx);
        return prepared;
      });
      if (!done.ok) return done;
      for (const { replacement } of done.value) replacement.settle();
      const all = [...left, ...done.value.flatMap(({ replacement }) => replacement.left ?? [])];
      const sentences = done.value.flatMap(({ notice }) => notice?.() ?? []);
      const notices = sentences.map(english);
      return ok({ left: all.map(({ path, why }) => ({ path, ...inEnglish(why) })), notices, sentences });
    },
  };
}
