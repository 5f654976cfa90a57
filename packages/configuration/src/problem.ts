// A mistake in a configuration file, where it stands. The text never contains a value, because any value may be a secret.

import { englishWords } from '@belfry/domain/sentences/words';
import type { WireSentence } from '@belfry/schema/sentences/sentence';

export interface ConfigProblem {
  /** Both count from 1. */
  line: number;
  column: number;
  /** `instances[0].host`; empty for the whole file. */
  path: string;
  sentence: WireSentence;
}

export type Path = readonly (string | number)[];

export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('');

export const problemText = (
  file: string,
  { line, column, path, sentence }: ConfigProblem,
  say: (sentence: WireSentence) => string = englishWords.say,
): string => `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${say(sentence)}`;
