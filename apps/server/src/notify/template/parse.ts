// Parses a template: fields, pipes, conditions and loops. An error has its place.
import { fail, ok, type Result } from '@belfry/domain/result';
import { createExpressions } from './expressions.ts';
import { type Piece, piecesOf, type Token } from './lexer.ts';
import { errorAt, Fault, type TemplateError } from './position.ts';
import type { Branch, Expression, Node, Template } from './syntax.ts';

const DEEPEST = 20;

export function parseTemplate(source: string): Result<Template, TemplateError> {
  try {
    return ok({ source, nodes: parse(piecesOf(source), source.length) });
  } catch (error) {
    if (error instanceof Fault) return fail(errorAt(source, error.at, error.message));
    throw error;
  }
}

/** The action that ended a block. */
interface End {
  word: 'else' | 'end' | '';
  tokens: readonly Token[];
  at: number;
}

function parse(pieces: readonly Piece[], sourceEnd: number): readonly Node[] {
  let next = 0;

  function block(depth: number): { nodes: Node[]; end: End } {
    const nodes: Node[] = [];
    for (;;) {
      const piece = pieces[next++];
      if (!piece) return { nodes, end: { word: '', tokens: [], at: sourceEnd } };
      if ('text' in piece) {
        nodes.push({ is: 'text', ...piece });
        continue;
      }
      const { tokens, at, end } = piece;
      const [first, ...rest] = tokens;
      const word = first?.is === 'word' ? first.text : '';
      if (word === 'else' || word === 'end') return { nodes, end: { word, tokens: rest, at } };
      if (depth >= DEEPEST) throw new Fault(at, `Blocks are nested more than ${DEEPEST} times.`);
      if (word === 'if') nodes.push(condition(rest, at, end, depth));
      else if (word === 'range') nodes.push(loop(rest, at, end, depth));
      else nodes.push({ is: 'insert', value: whole(tokens, end), at });
    }
  }

  function condition(tokens: readonly Token[], at: number, end: number, depth: number): Node {
    const branches: Branch[] = [];
    let test: Expression | undefined = whole(tokens, end);
    for (;;) {
      const { nodes, end: found } = block(depth + 1);
      if (found.word === '') throw new Fault(at, 'This "if" has no {{end}}.');
      if (test) branches.push({ test, body: nodes });
      if (found.word === 'end') return { is: 'if', branches, otherwise: test ? [] : nodes, at };
      if (!test) throw new Fault(found.at, 'There is an {{else}} already.');
      const [word, ...rest] = found.tokens;
      if (word && word.text !== 'if') throw new Fault(word.at, 'After "else" there may be "if" only.');
      test = word ? whole(rest, word.at) : undefined;
    }
  }

  function loop(tokens: readonly Token[], at: number, end: number, depth: number): Node {
    const assign = tokens.findIndex(({ text }) => text === ':=');
    const names = tokens.slice(0, Math.max(0, assign)).filter(({ text }) => text !== ',');
    for (const { text, at: where } of names)
      if (!/^\$\w+$/.test(text)) throw new Fault(where, 'The name of a variable begins with $.');
    if (names.length > 2) throw new Fault(at, 'A range has at most two variables.');
    const over = whole(tokens.slice(assign + 1), end);
    const { nodes: body, end: found } = block(depth + 1);
    const last = found.word === 'else' ? block(depth + 1) : { nodes: [], end: found };
    if (last.end.word !== 'end') throw new Fault(at, 'This "range" has no {{end}}.');
    return { is: 'range', over, names: names.map(({ text }) => text), body, otherwise: last.nodes, at };
  }

  const whole = (tokens: readonly Token[], end: number) => createExpressions(tokens, end).whole();

  const { nodes, end } = block(0);
  if (end.word !== '') throw new Fault(end.at, `There is no "if" or "range" for this {{${end.word}}}.`);
  return nodes;
}
