// What is wrong with an input, as a sentence for the user. Every message of zod that no schema words itself is in plain words.
import { plainWords } from '@belfry/schema/issue-words';
import type { OtherWords } from '@belfry/schema/phrases';
import * as z from 'zod';
import { otherWords } from './refusal.ts';

z.config({ localeError: plainWords });

/** "pvePollingInterval" is "Pve polling interval"; a path such as "webhooks.0.url" stays as it is. */
const subject = (field: string): string => {
  if (!/^[a-z][a-zA-Z]*$/.test(field)) return field;
  const words = field.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after}`);
  const plain = words.replace(/ [A-Z](?![A-Z])/g, (word) => word.toLowerCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** Of a field that no form has, so it is named as it was sent. */
export const UNKNOWN_FIELD = 'unknown field';

/** A text about a field that names it. */
const named = (field: string, message: string): string => {
  if (message === UNKNOWN_FIELD) return `${field}: ${message}`;
  const name = field === '' || field === 'body' ? 'The input' : subject(field);
  return /^(must|has|is) /.test(message) ? `${name} ${message}` : `${name}: ${message}`;
};

/** A whole sentence about a field of a form. A message that is one already stays. */
export const sentence = (field: string, message: string): OtherWords =>
  otherWords(/^[A-Z]/.test(message) ? message : named(field, message));

/** The first problem of an input without a form, such as a file. */
export function firstProblem({ issues: [issue] }: z.core.$ZodError): OtherWords {
  return otherWords(named(issue?.path.join('.') ?? '', issue?.message ?? 'is not valid'));
}
