// BELFRY_CONFIG_FILE: the file is read and checked before anything is opened. Loaded only where it is set.

import path from 'node:path';
import { type ConfigProblem, problemText } from '@belfry/configuration/problem';
import { readConfigFile } from '@belfry/configuration/read';
import { MAX_SECRET } from '@belfry/configuration/secret-files';
import { MAX_BYTES } from '@belfry/configuration/tree';
import { fail, ok, type Result } from '@belfry/domain/result';
import { type Answer, refusalText } from '../lib/refusal.ts';
import { readRegularFile } from '../lib/regular-file.ts';

const DOES_NOT_START = 'Belfry does not start, and nothing was changed: the configuration file is not right.';

export interface Configuration {
  /** Resolves to why it was refused. */
  applyWith(configure: (document: unknown) => Promise<Answer<void>>): Promise<string | undefined>;
}

/** The error is for an administrator, and contains no value of the file. */
export function readConfiguration(file: string): Result<Configuration, string> {
  const folder = path.dirname(path.resolve(file));
  let text: string;
  try {
    text = readRegularFile(file, MAX_BYTES);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail(`Belfry does not start: BELFRY_CONFIG_FILE names ${file}, which cannot be read (${code}).`);
  }
  const found = readConfigFile(text, (name) => readRegularFile(path.resolve(folder, name), MAX_SECRET));
  if (!found.ok) return fail(textOf(file, found.error));
  const { document, locate } = found.value;
  return ok({
    async applyWith(configure) {
      const done = await configure(document);
      if (done.ok) return undefined;
      const problems = Object.entries(done.error.details ?? {}).map(([where, problem]) => locate(where, problem));
      return problems.length > 0 ? textOf(file, problems) : `${DOES_NOT_START}\n  ${file}: ${refusalText(done.error)}`;
    },
  });
}

const textOf = (file: string, problems: readonly ConfigProblem[]): string =>
  [DOES_NOT_START, ...problems.map((problem) => `  ${problemText(file, problem)}`)].join('\n');
