// Reads YAML into plain values and remembers where each stands. It refuses what costs more than a configuration may: large files, deep
// ones, and aliases that multiply. Own code walks the tree, because the library expands aliases and compares keys without these limits.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { type ConfigProblem, type Path, pathText } from './problem.ts';
import { syntaxSentence } from './syntax.ts';

/** Of a file. */
export const MAX_BYTES = 2 << 20;
const MAX_VALUES = 100_000;
const MAX_DEPTH = 40;

export interface Tree {
  value: unknown;
  /** Of the value, or of its key; of the nearest value around it when there is none at this path. */
  positionOf(path: readonly PropertyKey[], part?: 'key' | 'value'): { line: number; column: number };
}

/** What a value costs when an alias repeats it. */
interface Read {
  value: unknown;
  count: number;
}

class Refused extends Error {
  readonly offset: number;
  readonly path: Path;
  readonly sentence: Sentence;
  constructor(sentence: Sentence, node: unknown, path: Path) {
    super(sentence.id);
    this.sentence = sentence;
    this.offset = offsetOf(node);
    this.path = path;
  }
}

/** Of a problem with the whole file. */
const START = { line: 1, column: 1, path: '' };

const offsetOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;
const keyOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

export function readTree(text: string): Result<Tree, ConfigProblem[]> {
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (Buffer.byteLength(text) > MAX_BYTES)
    return fail([{ ...START, sentence: { id: 'document.tooLarge', values: { mebibytes: MAX_BYTES >> 20 } } }]);
  let document: Document.Parsed;
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fail([{ ...START, sentence: { id: 'document.fileTooDeep' } }]);
  }
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0)
    return fail(wrong.map(({ code, pos }) => ({ ...at(pos[0]), path: '', sentence: syntaxSentence(code) })));

  const values = new Map<string, number>();
  const keys = new Map<string, number>();
  const problems: ConfigProblem[] = [];
  try {
    const value = read(document.contents, {
      values,
      keys,
      note: (node, path, sentence) => {
        problems.push({ ...at(offsetOf(node)), path: pathText(path), sentence });
      },
    });
    if (problems.length > 0) return fail(problems);
    return ok({
      value,
      positionOf(path, part = 'value') {
        const own = part === 'key' ? keys.get(keyOf(path)) : undefined;
        if (own !== undefined) return at(own);
        for (let length = path.length; length >= 0; length--) {
          const found = values.get(keyOf(path.slice(0, length)));
          if (found !== undefined) return at(found);
        }
        return at(0);
      },
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return fail([{ ...at(error.offset), path: pathText(error.path), sentence: error.sentence }]);
  }
}

interface Walk {
  values: Map<string, number>;
  keys: Map<string, number>;
  note(node: unknown, path: Path, sentence: Sentence): void;
}

function read(root: unknown, { values, keys, note }: Walk): unknown {
  let total = 0;
  const anchors = new Map<string, Read | undefined>();

  function visit(node: unknown, path: Path): Read {
    if (path.length > MAX_DEPTH) throw new Refused({ id: 'document.tooDeep' }, node, path);
    values.set(keyOf(path), offsetOf(node));
    if (isAlias(node)) return repeated(anchors.get(node.source), node, path);
    const anchor = (node as (Node & { anchor?: string }) | null)?.anchor;
    // An alias inside of its own anchor would have no end.
    if (anchor !== undefined) anchors.set(anchor, undefined);
    const found = contents(node, path);
    if (anchor !== undefined) anchors.set(anchor, found);
    return found;
  }

  function repeated(known: Read | undefined, node: unknown, path: Path): Read {
    if (!known) throw new Refused({ id: 'document.noAnchor' }, node, path);
    return { ...known, count: counted(known.count, node, path) };
  }

  function counted(count: number, node: unknown, path: Path): number {
    total += count;
    if (total > MAX_VALUES) throw new Refused({ id: 'document.tooMany', values: { limit: MAX_VALUES } }, node, path);
    return count;
  }

  function contents(node: unknown, path: Path): Read {
    let count = counted(1, node, path);
    if (isMap(node)) {
      const entries = new Map<string, unknown>();
      for (const pair of node.items) {
        if (!isPair(pair) || !isScalar(pair.key)) {
          note(isPair(pair) ? pair.key : node, path, { id: 'document.keyNoText' });
          continue;
        }
        const key = String(pair.key.value);
        const below = [...path, key];
        if (entries.has(key)) note(pair.key, below, { id: 'document.twice' });
        keys.set(keyOf(below), offsetOf(pair.key));
        const { value, count: more } = visit(pair.value ?? pair.key, below);
        entries.set(key, pair.value === null ? null : value);
        count += more;
      }
      return { value: Object.fromEntries(entries), count };
    }
    if (isSeq(node)) {
      const list = node.items.map((item, i) => visit(item, [...path, i]));
      return { value: list.map(({ value }) => value), count: count + list.reduce((sum, item) => sum + item.count, 0) };
    }
    return { value: isScalar(node) ? node.value : null, count };
  }
  return visit(root, []).value;
}
