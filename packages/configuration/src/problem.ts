// A mistake in a configuration file, where it stands. The text never contains a value, because any value may be a secret.

export interface ConfigProblem {
  /** Both count from 1. */
  line: number;
  column: number;
  /** `instances[0].host`; empty for the whole file. */
  path: string;
  text: string;
}

export type Path = readonly (string | number)[];

export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('');

export const problemText = (file: string, { line, column, path, text }: ConfigProblem): string =>
  `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${text}`;
