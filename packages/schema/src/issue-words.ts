// What is wrong with an input, in words for the user: every message of zod that no schema words itself.
import type * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Types by their names in zod. */
const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Record<string, string> = {
  url: 'must be an address such as https://host.example',
  email: 'must be an e-mail address',
  datetime: 'must be a time such as 2026-01-31T12:00:00Z',
  date: 'must be a day such as 2026-01-31',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
};

/** Longer lists of choices are not listed. */
const MOST_CHOICES = 16;

const choice = (values: readonly unknown[]): string =>
  values.length > MOST_CHOICES
    ? 'has a value that is not allowed'
    : `must be ${values.length > 1 ? 'one of ' : ''}${values.map((value) => (value === '' ? '""' : String(value))).join(', ')}`;

const counted = (count: number | bigint, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The limit of a text, a list or a number. */
function limit(origin: string, bound: string, value: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${counted(value, 'character', 'characters')}`;
  if (origin === 'number' || origin === 'int' || origin === 'bigint') return `must be ${bound} ${value}`;
  return `must have ${bound} ${counted(value, 'entry', 'entries')}`;
}

/** The second half of a sentence whose subject is the field: "must not be empty". */
export function plainWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return TYPES[issue.expected] ? `must be ${TYPES[issue.expected]}` : 'is not valid';
    case 'too_small': {
      const { origin, minimum, exact, inclusive } = issue;
      if (minimum === 1 && inclusive && origin !== 'number' && origin !== 'int') return 'must not be empty';
      return limit(origin, exact ? 'exactly' : inclusive ? 'at least' : 'more than', minimum);
    }
    case 'too_big': {
      const { origin, maximum, exact, inclusive } = issue;
      return limit(origin, exact ? 'exactly' : inclusive ? 'at most' : 'less than', maximum);
    }
    case 'invalid_value':
      return choice(issue.values);
    case 'invalid_union':
      return Array.isArray(issue.options) ? choice(issue.options) : 'is not valid';
    case 'unrecognized_keys':
      return `has ${issue.keys.length === 1 ? 'an unknown field' : 'unknown fields'}: ${issue.keys.slice(0, 5).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not in the expected form';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return 'has a name that is not allowed';
    default:
      return 'is not valid';
  }
}
