// The sealed door: the document as one text that a passphrase opens, also as the reference product seals it.

import { plural } from '@belfry/domain/format';
import { fail, ok, type Result } from '@belfry/domain/result';
import { joined } from '@belfry/domain/sentences/english';
import { configParts, isPartName, unsealed } from '@belfry/schema/config/parts';
import type { ConfigReport } from '@belfry/schema/config/report';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import type { Left } from '../../db/replacement.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { type Answer, type Refused, refuse, sentenceOf } from '../../lib/refusal.ts';
import type { ConfigDocument, Prepared } from './document.ts';
import { openReference } from './reference-format.ts';
import { isSealed, NOT_OURS, seal, unseal } from './sealed.ts';
import { namesIn } from './summary.ts';

const VERSION = 1;
const Text = z.object({
  product: z.literal('belfry'),
  version: z.number().int(),
  exportedAt: z.string(),
  parts: z.record(z.string(), z.unknown()),
});

/** `message`: what was imported, in English. */
interface Imported extends ConfigReport {
  message: string;
}

export type Transfer = ReturnType<typeof createTransfer>;

interface Contents {
  parts: Record<string, unknown>;
  left: readonly Left[];
}

export function createTransfer(document: ConfigDocument, clock: Pick<Clock, 'now'>) {
  function prepare(found: Record<string, unknown>): Answer<Prepared[]> {
    const all: Prepared[] = [];
    for (const [name, content] of Object.entries(found)) {
      if (!isPartName(name) || unsealed.includes(name))
        return refuse('bad_request', { id: 'file.unknownPart', values: { part: name } });
      const prepared = document.prepare(name, content);
      if (!prepared.ok) return inFile(prepared, configParts[name].at);
      all.push(prepared.value);
    }
    return ok(all);
  }

  return {
    /** The text that `import` takes; nobody can read it without the passphrase. */
    async export(passphrase: string): Promise<string> {
      const read = [...(await document.contents())].filter(([name]) => !unsealed.includes(name));
      const text: z.infer<typeof Text> = {
        ...{ product: 'belfry', version: VERSION },
        ...{ exportedAt: iso(clock.now()), parts: Object.fromEntries(read) },
      };
      return seal(JSON.stringify(text), passphrase);
    },
    async import(data: string, passphrase: string): Promise<Answer<Imported>> {
      const contents = isSealed(data) ? await openOurs(data, passphrase) : await openReference(data, passphrase);
      if (!contents.ok) return refuse('bad_request', contents.error);
      const { parts, left } = contents.value;
      const report = await document.apply(async () => prepare(parts), { left });
      if (!report.ok) return report;
      const hosts = plural(Array.isArray(parts.nodes) ? parts.nodes.length : 0, 'host');
      const others = namesIn(
        report.value.left.map(({ path }) => path),
        MAX_NAMED,
      );
      const notTaken = others === '' ? [] : [`Not taken over: ${others}.`];
      const message = [`Configuration imported: ${hosts}.`, ...notTaken, ...report.value.notices].join(' ');
      return ok({ message, ...report.value });
    },
  };
}

const MAX_NAMED = 20;

/** The refusal as one sentence that names the part. */
function inFile({ error }: Refused, part: string): Refused {
  const problem = error.sentence ?? Object.values(error.details ?? { '': sentenceOf(error) }).reduce(joined);
  return refuse(error.code === 'conflict' ? 'conflict' : 'bad_request', { id: 'file.part', values: { part, problem } });
}

async function openOurs(data: string, passphrase: string): Promise<Result<Contents, Sentence>> {
  const text = await unseal(data, passphrase);
  if (!text.ok) return text;
  // It was decrypted, so an export wrote it.
  const read = Text.safeParse(JSON.parse(text.value));
  if (!read.success) return fail(NOT_OURS);
  const { version, parts } = read.data;
  if (version > VERSION) return fail({ id: 'file.newer' });
  return ok({ parts, left: [] });
}
