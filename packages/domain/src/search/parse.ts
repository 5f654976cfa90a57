// Turns words into a query: terms joined by AND and OR, and terms separated by commas.
import { lex, type Word } from './lex.ts';
import type { Chain, Comparator, Query, Term } from './query.ts';

const COMPARISON = /^([a-z][\w.]*)(>=|<=|==|>|<|=)(.*)$/i;
const FIELD = /^([a-z][\w.]*):(.*)$/i;
/** Other names of a field, both in lower case. */
export type Aliases = Readonly<Record<string, string>>;
const GUEST_ALIASES: Aliases = { tag: 'tags', mem: 'memory', id: 'vmid' };

/**
 * Without commas the text is one chain. With commas every field filter must match, and at least one of the plain words.
 * An incomplete filter (`cpu>`, `node:`) filters nothing. Never throws.
 */
export function parse(text: string, aliases: Aliases = GUEST_ALIASES): Query {
  const pieces = lex(text);
  const chains = pieces.map((words) => chainOf(words, aliases)).filter((chain) => chain.length > 0);
  if (pieces.length < 2) return { all: chains, any: [] };
  const plain = (chain: Chain) => chain.every(({ term }) => term.kind === 'word');
  return { all: chains.filter((chain) => !plain(chain)), any: chains.filter(plain) };
}

/** Words that follow each other without AND or OR are joined by AND. */
function chainOf(words: readonly Word[], aliases: Aliases): Chain {
  const chain: { join: 'and' | 'or'; term: Term }[] = [];
  let join: 'and' | 'or' = 'and';
  for (const { text, quoted } of words) {
    const operator = quoted ? '' : text.toLowerCase();
    if (operator === 'and' || operator === 'or') join = operator;
    else {
      const term = termOf(text, aliases);
      if (term) chain.push({ join, term });
      join = 'and';
    }
  }
  return chain;
}

function termOf(word: string, aliases: Aliases): Term | undefined {
  const comparison = COMPARISON.exec(word);
  if (comparison) {
    const [, name = '', sign = '=', operand = ''] = comparison;
    if (operand === '') return undefined;
    const value = Number(operand.replace(/%$/, ''));
    const comparator = (sign === '==' ? '=' : sign) as Comparator;
    if (operand !== '%' && Number.isFinite(value))
      return { kind: 'number', field: fieldOf(name, aliases), comparator, value };
    return comparator === '=' ? textTerm(name, operand, aliases) : { kind: 'word', text: word.toLowerCase() };
  }
  const field = FIELD.exec(word);
  if (field) return textTerm(field[1] ?? '', field[2] ?? '', aliases);
  return { kind: 'word', text: word.toLowerCase() };
}

function textTerm(name: string, text: string, aliases: Aliases): Term | undefined {
  const field = fieldOf(name, aliases);
  const wanted = text.toLowerCase();
  const anyOf = (field === 'tags' ? wanted.split(',') : [wanted]).filter((part) => part !== '');
  return anyOf.length > 0 ? { kind: 'text', field, anyOf } : undefined;
}

function fieldOf(name: string, aliases: Aliases): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(aliases, lower) ? (aliases[lower] as string) : lower;
}
