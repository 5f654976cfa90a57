// What is wrong with an input, as a sentence: every message of zod that no schema words itself.
import type * as z from 'zod';
import { toMessage } from './sentences/message.ts';
import type { Sentence } from './sentences/sentence.ts';

type Issue = z.core.$ZodRawIssue;

/** Types by their names in zod. */
const types = {
  string: 'field.string',
  number: 'field.number',
  int: 'field.int',
  bigint: 'field.int',
  boolean: 'field.boolean',
  array: 'field.array',
  object: 'field.object',
  record: 'field.object',
} as const;

const formats = {
  url: 'field.url',
  email: 'field.email',
  datetime: 'field.datetime',
  date: 'field.date',
  ipv4: 'field.ipv4',
  ipv6: 'field.ipv6',
} as const;

const isIn = <Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> =>
  Object.hasOwn(table, name);

/** Longer lists of choices are not listed. */
const MAX_CHOICES = 16;

const shown = (value: unknown): string => (value === '' ? '""' : String(value));

function choice(values: readonly unknown[]): Sentence {
  if (values.length > MAX_CHOICES) return { id: 'field.value' };
  return values.length > 1
    ? { id: 'field.oneOf', values: { values: values.map(shown).join(', ') } }
    : { id: 'field.only', values: { value: shown(values[0]) } };
}

type Bound = 'exactly' | 'atLeast' | 'atMost' | 'moreThan' | 'lessThan';

/** The limit of a text, a list or a number. */
function bounded(origin: string, bound: Bound, value: number | bigint): Sentence {
  const values = { limit: Number(value) };
  if (origin === 'string') return { id: `field.text.${bound}`, values };
  if (origin === 'number' || origin === 'int' || origin === 'bigint') return { id: `field.${bound}`, values };
  return { id: `field.list.${bound}`, values };
}

function sentenceOf(issue: Issue): Sentence {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { id: 'field.required' };
      return { id: isIn(types, issue.expected) ? types[issue.expected] : 'field.notValid' };
    case 'too_small': {
      const { origin, minimum, exact, inclusive } = issue;
      if (minimum === 1 && inclusive && origin !== 'number' && origin !== 'int') return { id: 'field.empty' };
      return bounded(origin, exact ? 'exactly' : inclusive ? 'atLeast' : 'moreThan', minimum);
    }
    case 'too_big': {
      const { origin, maximum, exact, inclusive } = issue;
      return bounded(origin, exact ? 'exactly' : inclusive ? 'atMost' : 'lessThan', maximum);
    }
    case 'invalid_value':
      return choice(issue.values);
    case 'invalid_union':
      return Array.isArray(issue.options) ? choice(issue.options) : { id: 'field.notValid' };
    case 'unrecognized_keys':
      return {
        id: issue.keys.length === 1 ? 'field.unknownOne' : 'field.unknownMany',
        values: { names: issue.keys.slice(0, 5).join(', ') },
      };
    case 'invalid_format':
      return { id: isIn(formats, issue.format) ? formats[issue.format] : 'field.form' };
    case 'not_multiple_of':
      return { id: 'field.multiple', values: { step: Number(issue.divisor) } };
    case 'invalid_key':
      return { id: 'field.name' };
    default:
      return { id: 'field.notValid' };
  }
}

/** The second half of a sentence whose subject is the field: "must not be empty". */
export const issueMessage = (issue: Issue): string => toMessage(sentenceOf(issue));
