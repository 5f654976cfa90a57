// `password_file: /path` in place of `password`: the secret is read where the file is applied.
import { FILE_SUFFIX, isSecretPath } from '@belfry/schema/config/file-secrets';
import { MASK } from '@belfry/schema/notifications/mask';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Path } from './problem.ts';

/** The content of a file; throws an error with a `code` if it cannot be read. */
export type ReadSecret = (file: string) => string;

interface Resolved {
  value: unknown;
  /** By path; the path is that of the `…_file`. */
  problems: { path: Path; sentence: Sentence }[];
  /** For each secret that came from a file: its path, and the path of the `…_file`. */
  sources: Map<string, Path>;
}

/** Bytes. */
export const MAX_SECRET = 64 << 10;

/** Without `read` no file is opened, and the mask stands for each secret. */
export function withSecretFiles(root: unknown, read: ReadSecret | undefined): Resolved {
  const problems: Resolved['problems'] = [];
  const sources = new Map<string, Path>();

  function secretOf(file: unknown, path: Path): string {
    const note = (sentence: Sentence) => {
      problems.push({ path, sentence });
      return MASK;
    };
    if (typeof file !== 'string' || file.trim() === '') return note({ id: 'document.path' });
    if (!read) return MASK;
    try {
      const secret = read(file.trim()).replace(/\r?\n$/, '');
      if (secret === '') return note({ id: 'document.emptySecret', values: { file } });
      return Buffer.byteLength(secret) > MAX_SECRET ? note({ id: 'document.largeSecret', values: { file } }) : secret;
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      return note({ id: 'document.unreadable', values: { file, code } });
    }
  }

  function resolve(value: unknown, path: Path): unknown {
    if (Array.isArray(value)) return value.map((item, i) => resolve(item, [...path, i]));
    if (typeof value !== 'object' || value === null) return value;
    const entries: [string, unknown][] = [];
    for (const [key, item] of Object.entries(value)) {
      const name = key.endsWith(FILE_SUFFIX) ? key.slice(0, -FILE_SUFFIX.length) : key;
      const own = [...path, key];
      if (name === key || !isSecretPath([...path, name])) entries.push([key, resolve(item, own)]);
      else if (Object.hasOwn(value, name))
        problems.push({ path: own, sentence: { id: 'document.beside', values: { name } } });
      else {
        entries.push([name, secretOf(item, own)]);
        sources.set([...path, name].join('.'), own);
      }
    }
    return Object.fromEntries(entries);
  }
  return { value: resolve(root, []), problems, sources };
}
