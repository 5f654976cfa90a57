// `belfry config …`: the configuration as a YAML file that is checked, compared, applied and written.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '@belfry/configuration/bounded-file';
import { type ConfigProblem, problemText } from '@belfry/configuration/problem';
import { type ReadConfig, readConfigFile } from '@belfry/configuration/read';
import { MAX_SECRET } from '@belfry/configuration/secret-files';
import { MAX_BYTES } from '@belfry/configuration/tree';
import { configText, extractSecrets } from '@belfry/configuration/write';
import { applyConfigFile, type ConfigChange, exportConfigFile } from '@belfry/schema/http/config-file';
import type { Api } from '../api.ts';
import { count } from '../count.ts';
import { Failure, RefusedFields } from '../failure.ts';
import { type Output, printable, show } from '../print.ts';

const MAX_SHOWN = 50;

/** Without `secrets` the files of secrets are not opened. Throws with all mistakes, each with its line and column. */
function readConfig(file: string, secrets: boolean): ReadConfig {
  const folder = path.dirname(path.resolve(file));
  const found = readConfigFile(
    textOf(file),
    secrets ? (name) => readBounded(path.resolve(folder, name), MAX_SECRET) : undefined,
  );
  if (found.ok) return found.value;
  throw new Failure(problemLines(file, found.error));
}

function textOf(file: string): string {
  try {
    return readBounded(file, MAX_BYTES);
  } catch (error) {
    throw new Failure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function problemLines(file: string, problems: readonly ConfigProblem[]): string {
  const lines = problems.slice(0, MAX_SHOWN).map((problem) => printable(problemText(file, problem)));
  const more = problems.length - MAX_SHOWN;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

export function validate(output: Output, file: string): void {
  readConfig(file, false);
  show(output, { valid: true }, () => `${file} is valid.\n`);
}

async function send(api: Api, file: string, dryRun: boolean) {
  const { given, locate } = readConfig(file, true);
  try {
    return await api.call(applyConfigFile, { body: { config: given, dryRun } });
  } catch (error) {
    if (!(error instanceof RefusedFields)) throw error;
    const problems = Object.entries(error.details).map(([where, text]) => locate(where, text));
    throw new Failure(problemLines(file, problems));
  }
}

/** The exit status is that of `diff`: 1 if the file would change something, 2 if it cannot be compared. */
export async function diff(api: Api, output: Output, file: string): Promise<number> {
  const { changes } = await send(api, file, true).catch((error) => {
    throw error instanceof Failure ? new Failure(error.message, 2) : error;
  });
  show(output, changes, () => (changes.length === 0 ? 'Nothing would change.\n' : changes.map(changeText).join('')));
  return changes.length === 0 ? 0 : 1;
}

export async function apply(api: Api, output: Output, file: string, { dryRun }: { dryRun: boolean }): Promise<void> {
  const { changes, notices } = await send(api, file, dryRun);
  const nothing = dryRun ? 'Nothing would change.' : 'Nothing has changed: Belfry is as the file says.';
  const done = dryRun
    ? `${count(changes.length, 'change')}, not applied.`
    : `${count(changes.length, 'change')} applied.`;
  show(output, { changes, notices, applied: !dryRun && changes.length > 0 }, () =>
    [
      ...changes.map(changeText),
      `${changes.length === 0 ? nothing : done}\n`,
      ...notices.map((notice) => `${printable(notice)}\n`),
    ].join(''),
  );
}

function changeText({ path, before, after }: ConfigChange): string {
  const name = printable(path);
  if (before === undefined) return `+ ${name}: ${printable(after ?? '')}\n`;
  if (after === undefined) return `- ${name}: ${printable(before)}\n`;
  // Only secrets look the same before and after.
  if (before === after) return `~ ${name}: another secret\n`;
  return `~ ${name}: ${printable(before)} → ${printable(after)}\n`;
}

/** To `file`, or to the terminal without one. `secrets`: a folder for the secrets, each in a file of its own. */
export async function exportFile(
  api: Api,
  output: Output,
  { file, secrets }: { file: string | undefined; secrets: string | undefined },
): Promise<void> {
  const { config } = await api.call(exportConfigFile, { body: { secrets: secrets !== undefined } });
  const folder = secrets === undefined ? '' : path.resolve(secrets);
  const { config: shown, files } = extractSecrets(config, (name) => path.join(folder, name));
  // First the file: if it exists, no secret is written.
  if (file !== undefined) writeNew(file, configText(shown));
  if (secrets !== undefined) {
    written(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    for (const [name, secret] of files) writeNew(path.join(folder, name), `${secret}\n`);
  }
  if (file === undefined) return output.write(configText(shown));
  const also = secrets === undefined ? '' : `, ${count(files.size, 'secret')} in ${folder}`;
  show(output, { file, secrets: [...files.keys()] }, () => `The configuration is in ${file}${also}.\n`);
}

/** For its owner only, and never over another file. */
function writeNew(file: string, text: string): void {
  written(file, () => writeFileSync(file, text, { flag: 'wx', mode: 0o600 }));
}

function written(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(
      code === 'EEXIST' ? `${file} exists. Choose another name.` : `${file} cannot be written (${code}).`,
    );
  }
}
