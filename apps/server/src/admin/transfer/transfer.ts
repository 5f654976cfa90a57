// Export and import of the configuration as one encrypted text. An import first checks the whole file, then writes all of
// it or nothing.

import { plural } from '@belfry/domain/format';
import { fail, ok, type Result } from '@belfry/domain/result';
import { english, inEnglish } from '@belfry/domain/sentences/english';
import type { ConfigReport } from '@belfry/schema/config/report';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import type { ConfigPart } from '../../db/config-part.ts';
import type { Left, Replacement } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { openReference } from './reference-format.ts';
import { isSealed, NOT_OURS, seal, unseal } from './sealed.ts';

const VERSION = 1;
const Document = z.object({
  product: z.literal('belfry'),
  version: z.number().int(),
  exportedAt: z.string(),
  parts: z.record(z.string(), z.unknown()),
});

/** `message`: what was imported, in English. */
interface Imported extends ConfigReport {
  message: string;
}

export interface Transfer {
  /** The text that `import` takes; nobody can read it without the passphrase. */
  export(passphrase: string): Promise<string>;
  import(data: string, passphrase: string): Promise<Answer<Imported>>;
}

export interface TransferDeps {
  parts: readonly ConfigPart[];
  /** All writes of `work` stay or, if it rejects, none. */
  atomically: Store['atomically'];
  clock: Clock;
}

interface Contents {
  parts: Record<string, unknown>;
  /** What is not imported from the file. */
  left: readonly Left[];
}

export function createTransfer({ parts, atomically, clock }: TransferDeps): Transfer {
  const byName = new Map(parts.map((part) => [part.name, part]));

  function prepare(found: Record<string, unknown>): Answer<Replacement[]> {
    const replacements: Replacement[] = [];
    for (const [name, content] of Object.entries(found)) {
      const part = byName.get(name);
      if (!part) return refuse('bad_request', { id: 'file.unknownPart', values: { part: name } });
      const prepared = part.prepare(content);
      if (!prepared.ok) return prepared;
      replacements.push(prepared.value);
    }
    return ok(replacements);
  }

  return {
    async export(passphrase) {
      const read: [string, unknown][] = [];
      for (const part of parts) {
        const content = await part.read();
        if (content !== undefined) read.push([part.name, content]);
      }
      const document: z.infer<typeof Document> = {
        ...{ product: 'belfry', version: VERSION },
        ...{ exportedAt: iso(clock.now()), parts: Object.fromEntries(read) },
      };
      return seal(JSON.stringify(document), passphrase);
    },
    async import(data, passphrase) {
      const contents = isSealed(data) ? await openOurs(data, passphrase) : await openTheirs(data, passphrase);
      if (!contents.ok) return refuse('bad_request', contents.error);
      const replacements = await atomically(async (tx) => {
        const prepared = prepare(contents.value.parts);
        if (prepared.ok) for (const { write } of prepared.value) await write(tx);
        return prepared;
      });
      if (!replacements.ok) return replacements;
      for (const { settle } of replacements.value) settle();
      const { parts: taken, left: others } = contents.value;
      const left = [...others, ...replacements.value.flatMap((replacement) => replacement.left ?? [])];
      const sentences = Object.keys(taken).flatMap((name) => byName.get(name)?.notice?.() ?? []);
      const notices = sentences.map(english);
      const notTaken = left.length > 0 ? [`Not taken over: ${shortened(left.map(({ path }) => path))}.`] : [];
      return ok({
        message: [`Configuration imported: ${countOf(taken.nodes)}.`, ...notTaken, ...notices].join(' '),
        left: left.map(({ path, why }) => ({ path, ...inEnglish(why) })),
        notices,
        sentences,
      });
    },
  };
}

async function openOurs(data: string, passphrase: string): Promise<Result<Contents, Sentence>> {
  const text = await unseal(data, passphrase);
  if (!text.ok) return text;
  // It was decrypted, so an export wrote it.
  const document = Document.safeParse(JSON.parse(text.value));
  if (!document.success) return fail(NOT_OURS);
  const { version, parts } = document.data;
  if (version > VERSION) return fail({ id: 'file.newer' });
  return ok({ parts, left: [] });
}

async function openTheirs(data: string, passphrase: string): Promise<Result<Contents, Sentence>> {
  const opened = await openReference(data, passphrase);
  return opened.ok ? ok({ parts: opened.value.parts, left: opened.value.left }) : opened;
}

const MAX_NAMED = 20;

const shortened = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMED;
  return [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

/** For a message. */
const countOf = (found: unknown): string => plural(Array.isArray(found) ? found.length : 0, 'host');
