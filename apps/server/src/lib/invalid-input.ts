// What is wrong with an input, as a sentence for the user. Every message of zod that no schema words itself is in plain words.
import { english } from '@belfry/domain/sentences/english';
import { issueMessage } from '@belfry/schema/issue-words';
import { ofMessage } from '@belfry/schema/sentences/message';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';

z.config({ localeError: issueMessage });

/** "pvePollingInterval" is "Pve polling interval"; a path such as "webhooks.0.url" stays as it is. */
const subject = (field: string): string => {
  if (!/^[a-z][a-zA-Z]*$/.test(field)) return field;
  const words = field.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after}`);
  const plain = words.replace(/ [A-Z](?![A-Z])/g, (word) => word.toLowerCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** A sentence about a field that names it. A field that no form has is named as it was sent. */
function named(field: string, problem: Sentence): Sentence {
  if (problem.id === 'field.unknown') return { id: 'field.problem', values: { field, problem } };
  const name: Sentence | string = field === '' || field === 'body' ? { id: 'field.input' } : subject(field);
  const isPredicate = /^(must|has|is) /.test(english(problem));
  return { id: isPredicate ? 'field.is' : 'field.problem', values: { field: name, problem } };
}

/** A whole sentence about a field of a form. A sentence that is whole already stays. */
export const aboutField = (field: string, problem: Sentence): Sentence =>
  /^[A-Z]/.test(english(problem)) ? problem : named(field, problem);

/** The first problem of an input without a form, such as a file. With the input, entries of lists are named by their names. */
export const firstProblem = ({ issues: [issue] }: z.core.$ZodError, input?: unknown): Sentence =>
  named(labelsOf(issue?.path ?? [], input).join('.'), ofMessage(issue?.message ?? ''));

function labelsOf(path: readonly PropertyKey[], input: unknown): string[] {
  let place = input;
  return path.map((key) => {
    place = (place as Record<PropertyKey, unknown> | undefined)?.[key];
    const { name } = Object(place) as { name?: unknown };
    return typeof key === 'number' && typeof name === 'string' ? JSON.stringify(name.slice(0, 64)) : String(key);
  });
}

/** A problem of each field, by its path with dots; `whole` is the name of the input itself. */
export const problemsByField = ({ issues }: z.core.$ZodError, whole: string): Record<string, Sentence> =>
  Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || whole, ofMessage(message)]));

/** All problems in English, for the log. */
export const allProblems = ({ issues }: z.core.$ZodError): string =>
  issues.map(({ path, message }) => english(named(path.join('.'), ofMessage(message)))).join('; ');
