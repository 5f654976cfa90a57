// `password_file: /path` in place of `password`: the secret is read where the file is applied.
import { FILE_SUFFIX, isSecretPath } from '@belfry/schema/config/file-secrets';
import { MASK } from '@belfry/schema/notifications/mask';
import type { Path } from './problem.ts';

/** The content of a file; throws an error with a `code` if it cannot be read. */
export type ReadSecret = (file: string) => string;

interface Resolved {
  value: unknown;
  /** By path; the path is that of the `…_file`. */
  problems: { path: Path; text: string }[];
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
    const note = (text: string) => {
      problems.push({ path, text });
      return MASK;
    };
    if (typeof file !== 'string' || file.trim() === '') return note('must be the path of a file');
    if (!read) return MASK;
    try {
      const secret = read(file.trim()).replace(/\r?\n$/, '');
      if (secret === '') return note(`${file} is empty`);
      return Buffer.byteLength(secret) > MAX_SECRET ? note(`${file} is too large for a secret`) : secret;
    } catch (error) {
      return note(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
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
      else if (Object.hasOwn(value, name)) problems.push({ path: own, text: `stands beside ${name}: use one of them` });
      else {
        entries.push([name, secretOf(item, own)]);
        sources.set([...path, name].join('.'), own);
      }
    }
    return Object.fromEntries(entries);
  }
  return { value: resolve(root, []), problems, sources };
}
