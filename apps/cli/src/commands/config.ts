// `belfry config …`: the configuration as a YAML file that is checked, compared, applied and written.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '@belfry/configuration/bounded-file';
import { type ConfigProblem, problemText } from '@belfry/configuration/problem';
import { type ReadConfig, readConfigFile } from '@belfry/configuration/read';
import { MAX_SECRET } from '@belfry/configuration/secret-files';
import { MAX_BYTES } from '@belfry/configuration/tree';
import { configText, extractSecrets } from '@belfry/configuration/write';
import { applyConfigFile, type ConfigChange, exportConfigFile } from '@belfry/schema/http/config-file';
import type { Api } from '../api.ts';
import { Failure, RefusedFields } from '../failure.ts';
import { words } from '../language/in-language.ts';
import { say } from '../language/said.ts';
import { messages } from '../messages/config.ts';
import { writeNew, writing } from '../new-file.ts';
import { type Output, printable, show } from '../print.ts';

const MAX_LISTED = 50;

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
    throw new Failure(messages.unreadable(file, `${(error as NodeJS.ErrnoException).code}`));
  }
}

function problemLines(file: string, problems: readonly ConfigProblem[]): string {
  const lines = problems.slice(0, MAX_LISTED).map((problem) => printable(problemText(file, problem, words().say)));
  const more = problems.length - MAX_LISTED;
  return [...lines, ...(more > 0 ? [messages.more(more)] : [])].join('\n');
}

export function validate(output: Output, file: string): void {
  readConfig(file, false);
  show(output, { valid: true }, () => `${messages.valid(file)}\n`);
}

async function send(api: Api, file: string, dryRun: boolean) {
  const { document, locate } = readConfig(file, true);
  try {
    return await api.call(applyConfigFile, { body: { config: document, dryRun } });
  } catch (error) {
    if (!(error instanceof RefusedFields)) throw error;
    const problems = Object.entries(error.details).map(([where, sentence]) => locate(where, sentence));
    throw new Failure(problemLines(file, problems));
  }
}

/** The exit status is that of `diff`: 1 if the file would change something, 2 if it cannot be compared. */
export async function diff(api: Api, output: Output, file: string): Promise<number> {
  const { changes } = await send(api, file, true).catch((error) => {
    throw error instanceof Failure ? new Failure(error.message, 2) : error;
  });
  show(output, changes, () =>
    changes.length === 0 ? `${messages.wouldNotChange}\n` : changes.map(changeText).join(''),
  );
  return changes.length === 0 ? 0 : 1;
}

export async function apply(api: Api, output: Output, file: string, { dryRun }: { dryRun: boolean }): Promise<void> {
  const { changes, notices, sentences } = await send(api, file, dryRun);
  const unchanged = dryRun ? messages.wouldNotChange : messages.notChanged;
  const changed = dryRun ? messages.notApplied(changes.length) : messages.applied(changes.length);
  show(output, { changes, notices, applied: !dryRun && changes.length > 0 }, () =>
    [
      ...changes.map(changeText),
      `${changes.length === 0 ? unchanged : changed}\n`,
      ...notices.map((notice, i) => `${printable(say(sentences[i], notice))}\n`),
    ].join(''),
  );
}

function changeText({ path, before, after }: ConfigChange): string {
  const name = printable(path);
  if (before === undefined) return `+ ${name}: ${printable(after ?? '')}\n`;
  if (after === undefined) return `- ${name}: ${printable(before)}\n`;
  // Secrets are masked, so only a changed secret looks the same before and after.
  if (before === after) return `~ ${name}: ${messages.anotherSecret}\n`;
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
  const { config: document, files } = extractSecrets(config, (name) => path.join(folder, name));
  // The configuration is written first: if its file exists already, no secret is written.
  if (file !== undefined) writeNew(file, configText(document));
  if (secrets !== undefined) {
    writing(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    for (const [name, secret] of files) writeNew(path.join(folder, name), `${secret}\n`);
  }
  if (file === undefined) return output.write(configText(document));
  const text = secrets === undefined ? messages.written(file) : messages.writtenWithSecrets(file, files.size, folder);
  show(output, { file, secrets: [...files.keys()] }, () => `${text}\n`);
}
