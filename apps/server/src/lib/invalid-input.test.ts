import { english } from '@belfry/domain/sentences/english';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { firstProblem } from './invalid-input.ts';

const says = (schema: z.ZodType, value: unknown): string => {
  const { error } = z.object({ tokenName: schema }).safeParse(value === undefined ? {} : { tokenName: value });
  return error ? english(firstProblem(error)) : '';
};

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'Token name is required'],
  [z.string(), 7, 'Token name must be a text'],
  [z.string().min(1), '', 'Token name must not be empty'],
  [z.string().min(8), 'short', 'Token name must have at least 8 characters'],
  [z.string().max(5), 'too long', 'Token name must have at most 5 characters'],
  [z.number().min(10), 5, 'Token name must be at least 10'],
  [z.number().max(10), 50, 'Token name must be at most 10'],
  [z.number().positive(), 0, 'Token name must be more than 0'],
  [z.int(), 1.5, 'Token name must be a whole number'],
  [z.boolean(), 'yes', 'Token name must be true or false'],
  [z.enum(['pve', 'pbs']), 'esx', 'Token name must be one of pve, pbs'],
  [z.literal('x'), 'y', 'Token name must be x'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Token name must have at most 1 entry'],
  [z.strictObject({}), { a: 1 }, 'Token name has an unknown field: a'],
  [z.string().regex(/^a/), 'b', 'Token name is not in the expected form'],
  [z.url(), 'b', 'Token name must be an address such as https://host.example'],
  [z.union([z.string(), z.number()]), true, 'Token name is not valid'],
  [z.discriminatedUnion('t', [z.object({ t: z.literal('a') })]), { t: 'b' }, 'tokenName.t must be a'],
  [z.string('Enter a name'), 7, 'Token name: Enter a name'],
  [z.string().regex(/^a/, 'an id has no control characters'), 'b', 'Token name: an id has no control characters'],
])('%# a refused input is described in plain words that name the field', (schema, value, text) => {
  expect(says(schema, value)).toBe(text);
});

test('no message of zod itself is left', () => {
  const odd = [
    z.never(),
    z.date(),
    z.map(z.string(), z.string()),
    z.string().startsWith('a'),
    z.number().multipleOf(5),
  ];
  for (const schema of odd) expect(says(schema, 3)).not.toMatch(/expected|Invalid|Too (small|big)|received/);
});
