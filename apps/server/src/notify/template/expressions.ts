// Parses what is in the braces of an action: values, calls of functions, and pipes.
import { functions } from './functions.ts';
import type { Token } from './lexer.ts';
import { Fault } from './position.ts';
import type { Expression } from './syntax.ts';

const DEEPEST = 20;

/** `end` is the offset after the action. */
export function createExpressions(tokens: readonly Token[], end: number) {
  let next = 0;
  const peek = (text?: string) => (text === undefined || tokens[next]?.text === text ? tokens[next] : undefined);
  const place = () => tokens[next]?.at ?? Math.max(0, end - 2);

  /** `.Message | printf "%s" | upper`: the value before the pipe is the last one of the call behind it. */
  function pipeline(depth: number): Expression {
    let value = command(undefined, depth);
    while (peek('|')) {
      next++;
      value = command(value, depth);
    }
    return value;
  }

  function command(piped: Expression | undefined, depth: number): Expression {
    const token = tokens[next];
    if (token?.is === 'word' && !constants.has(token.text)) {
      const { text: name, at } = token;
      if (!functions.has(name))
        throw new Fault(at, `There is no function ${name}. Variables begin with a dot: .${name}`);
      next++;
      const values: Expression[] = [];
      while (next < tokens.length && !peek('|') && !peek(')')) values.push(operand(depth));
      return { is: 'call', name, values: piped ? [...values, piped] : values, at };
    }
    if (piped) throw new Fault(place(), 'After | there must be a function.');
    return operand(depth);
  }

  function operand(depth: number): Expression {
    const token = tokens[next];
    if (!token) throw new Fault(place(), 'A value is missing here.');
    const { is, text, at } = token;
    next++;
    if (is === 'number') return { is: 'literal', value: Number(text), at };
    if (is === 'text') return { is: 'literal', value: unquoted(text, at), at };
    if (is === 'path') {
      const [base = '', ...names] = text.split('.');
      return { is: 'path', base: base || '.', names: names.filter(Boolean), at };
    }
    const constant = constants.get(text);
    if (constant !== undefined) return { is: 'literal', value: constant, at };
    if (is === 'word' && functions.has(text)) return { is: 'call', name: text, values: [], at };
    if (text !== '(') throw new Fault(at, `${JSON.stringify(text)} is not expected here.`);
    if (depth >= DEEPEST) throw new Fault(at, `Brackets are nested more than ${DEEPEST} times.`);
    const value = pipeline(depth + 1);
    if (!peek(')')) throw new Fault(place(), ') is missing.');
    next++;
    return value;
  }

  return {
    whole(): Expression {
      const value = pipeline(0);
      if (next < tokens.length) throw new Fault(place(), `${JSON.stringify(peek()?.text)} is not expected here.`);
      return value;
    },
  };
}

const constants: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function unquoted(text: string, at: number): string {
  if (text.startsWith('`')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text.replaceAll('\t', '\\t')));
  } catch {
    throw new Fault(at, 'This text has an escape that is not valid.');
  }
}
