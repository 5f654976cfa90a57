// A configuration file, checked: each mistake with its line and column.

import { nearest } from '@belfry/domain/nearest';
import { fail, ok, type Result } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import { ConfigFile } from '@belfry/schema/config/file';
import { FILE_SUFFIX, isSecretPath } from '@belfry/schema/config/file-secrets';
import { issueMessage } from '@belfry/schema/issue-words';
import { ofMessage } from '@belfry/schema/sentences/message';
import * as z from 'zod';
import { type ConfigProblem, type Path, pathText } from './problem.ts';
import { type ReadSecret, withSecretFiles } from './secret-files.ts';
import { readTree, type Tree } from './tree.ts';

export interface ReadConfig {
  /** As it was given, with the secrets of files in it: a `ConfigFile` before its defaults. */
  given: Record<string, unknown>;
  /** Where a path of the document stands; dots separate its keys. For what a server says about it. */
  locate(path: string, text: string): ConfigProblem;
}

type Issue = z.core.$ZodIssue;

/** Without `readSecret` no other file is opened. */
export function readConfigFile(text: string, readSecret?: ReadSecret): Result<ReadConfig, ConfigProblem[]> {
  const tree = readTree(text);
  if (!tree.ok) return tree;
  const { value, problems, sources } = withSecretFiles(tree.value.value, readSecret);
  const sourceOf = (path: Path): Path => sources.get(path.join('.')) ?? path;
  const found: ConfigProblem[] = problems.map(({ path, text }) => problemAt(tree.value, path, text));
  const parsed = ConfigFile.safeParse(value, { error: wordsOf });
  for (const issue of parsed.error?.issues ?? []) found.push(...problemsOf(tree.value, issue, sourceOf));
  if (found.length > 0) return fail(found.toSorted((a, b) => a.line - b.line || a.column - b.column));
  return ok({
    // The schema accepts nothing but an object.
    given: value as Record<string, unknown>,
    locate(dotted, said) {
      const path = dotted.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
      return problemAt(tree.value, sourceOf(path), said);
    },
  });
}

const problemAt = (tree: Tree, path: Path, text: string): ConfigProblem => ({
  ...tree.positionOf(path),
  path: pathText(path),
  text,
});

const SEPARATOR = ', ';

/** For an unknown key: the names of the keys that are known beside it. Only here does zod say which schema it was. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return issueMessage(issue);
  const { inst } = issue;
  return inst instanceof z.ZodObject ? Object.keys(inst.shape).join(SEPARATOR) : '';
}

function problemsOf(tree: Tree, issue: Issue, sourceOf: (path: Path) => Path): ConfigProblem[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  if (issue.code !== 'unrecognized_keys') return [problemAt(tree, sourceOf(path), english(ofMessage(issue.message)))];
  const known = issue.message.split(SEPARATOR).flatMap((name) => {
    return isSecretPath([...path, name]) ? [name, `${name}${FILE_SUFFIX}`] : [name];
  });
  return issue.keys.map((key) => {
    const near = nearest(key, known);
    const guess = near === undefined ? '' : ` Did you mean ${near}?`;
    return {
      ...tree.positionOf([...path, key], 'key'),
      path: pathText([...path, key]),
      text: `is an unknown key.${guess} Known here: ${known.join(SEPARATOR)}`,
    };
  });
}
