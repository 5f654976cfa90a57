// What is taken over of a part of the reference product's export, and what is not and why.
import { ofMessage } from '@belfry/schema/sentences/message';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type * as z from 'zod';
import type { Left } from '../../db/replacement.ts';
import { firstProblem } from '../../lib/invalid-input.ts';

export interface Taken<T> {
  taken: T;
  left: Left[];
}

const MAX_PATH = 64;

export const unknown = (path: string): Left => ({ path: path.slice(0, MAX_PATH), why: { id: 'file.left.unknown' } });

export const leftOut = (path: string, error?: z.ZodError): Left => ({
  path: path.slice(0, MAX_PATH),
  why: error ? { id: 'file.left.value', values: { problem: problemIn(error) } } : { id: 'file.left.invalid' },
});

/** The path names a single field already. */
function problemIn(error: z.ZodError): Sentence {
  const [issue] = error.issues;
  return issue?.path.length === 0 ? ofMessage(issue.message) : firstProblem(error);
}

/** Each field separately: a value that is not valid here is left out, and the others are taken. */
export function eachField(
  given: Readonly<Record<string, unknown>>,
  schemas: ReadonlyMap<string, z.ZodType>,
  part: string,
): Taken<Record<string, unknown>> {
  const taken: [string, unknown][] = [];
  const left: Left[] = [];
  for (const [name, value] of Object.entries(given)) {
    const parsed = schemas.get(name)?.safeParse(value);
    if (parsed?.success) taken.push([name, value]);
    else left.push(parsed ? leftOut(`${part}.${name}`, parsed.error) : unknown(`${part}.${name}`));
  }
  return { taken: Object.fromEntries(taken), left };
}
