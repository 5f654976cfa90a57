// What an error of PostgreSQL, or of the way to it, means for an administrator.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { NotHolder } from './fence.ts';

/** Of an error: a code of PostgreSQL (five characters), or one of the network. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const wordsOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};

/** By the first characters of the code. */
const reasons: readonly [string, (words: string) => Sentence][] = [
  ['53100', () => ({ id: 'database.full' })],
  ['53', (words) => ({ id: 'database.busy', values: { words } })],
  ['55P03', (words) => ({ id: 'database.busy', values: { words } })],
  ['40', (words) => ({ id: 'database.busy', values: { words } })],
  ['25006', () => ({ id: 'database.readOnly' })],
  ['42501', (words) => ({ id: 'database.noRight', values: { words } })],
  ['28', (words) => ({ id: 'database.signIn', values: { words } })],
  ['3D000', (words) => ({ id: 'database.signIn', values: { words } })],
  ['08', (words) => ({ id: 'database.noAnswer', values: { words } })],
  ['57', (words) => ({ id: 'database.noAnswer', values: { words } })],
  ['58', (words) => ({ id: 'database.noAnswer', values: { words } })],
  ['25P0', (words) => ({ id: 'database.noAnswer', values: { words } })],
  // An error inside of PostgreSQL: on a full disk it cannot even write what a new connection needs.
  ['XX', (words) => ({ id: 'database.noAnswer', values: { words } })],
];
/** What the client says when a connection breaks or an answer takes too long. It gives these errors no code. */
const BROKEN = /terminated|timeout|not queryable|closed|was closed|SSL|self-signed|certificate/i;

/** Undefined for an error of another kind, such as a statement that is wrong. */
export function reasonOf(error: unknown): Sentence | undefined {
  if (error instanceof NotHolder) return { id: 'database.notHolder' };
  const code = codeOf(error instanceof AggregateError ? (error.errors[0] ?? error) : error);
  const words = wordsOf(error);
  const known = reasons.find(([start]) => code.startsWith(start));
  if (known) return known[1](words);
  if (/^E[A-Z]+$/.test(code) || (code === '' && BROKEN.test(words)) || /^(ERR_|CERT|DEPTH|SELF|UNABLE)/.test(code))
    return { id: 'database.noAnswer', values: { words } };
  return undefined;
}
