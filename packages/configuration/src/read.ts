// A configuration file, checked: each mistake with its line and column.

import { nearest } from '@belfry/domain/nearest';
import { fail, ok, type Result } from '@belfry/domain/result';
import { ConfigFile } from '@belfry/schema/config/file';
import { FILE_SUFFIX, isSecretPath } from '@belfry/schema/config/file-secrets';
import { issueMessage } from '@belfry/schema/issue-words';
import { ofMessage } from '@belfry/schema/sentences/message';
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import { type ConfigProblem, type Path, pathText } from './problem.ts';
import { type ReadSecret, withSecretFiles } from './secret-files.ts';
import { readTree, type Tree } from './tree.ts';

export interface ReadConfig {
  /** As it is in the file, with the secrets of files in it: a `ConfigFile` before its defaults. */
  document: Record<string, unknown>;
  /** Where a path of the document stands; dots separate its keys. For what a server says about it. */
  locate(path: string, sentence: WireSentence): ConfigProblem;
}

type Issue = z.core.$ZodIssue;

/** Without `readSecret` no other file is opened. */
export function readConfigFile(text: string, readSecret?: ReadSecret): Result<ReadConfig, ConfigProblem[]> {
  const tree = readTree(text);
  if (!tree.ok) return tree;
  const { value, problems, sources } = withSecretFiles(tree.value.value, readSecret);
  const sourceOf = (path: Path): Path => sources.get(path.join('.')) ?? path;
  const found: ConfigProblem[] = problems.map(({ path, sentence }) => problemAt(tree.value, path, sentence));
  const parsed = ConfigFile.safeParse(value, { error: wordsOf });
  for (const issue of parsed.error?.issues ?? []) found.push(...problemsOf(tree.value, issue, sourceOf));
  if (found.length > 0) return fail(found.toSorted((a, b) => a.line - b.line || a.column - b.column));
  return ok({
    // The schema accepts nothing but an object.
    document: value as Record<string, unknown>,
    locate(dotted, sentence) {
      const path = dotted.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
      return problemAt(tree.value, sourceOf(path), sentence);
    },
  });
}

const problemAt = (tree: Tree, path: Path, sentence: WireSentence): ConfigProblem => ({
  ...tree.positionOf(path),
  path: pathText(path),
  sentence,
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
  if (issue.code !== 'unrecognized_keys') return [problemAt(tree, sourceOf(path), ofMessage(issue.message))];
  const known = issue.message.split(SEPARATOR).flatMap((name) => {
    return isSecretPath([...path, name]) ? [name, `${name}${FILE_SUFFIX}`] : [name];
  });
  return issue.keys.map((key) => {
    const meant = nearest(key, known);
    const all = known.join(SEPARATOR);
    return {
      ...tree.positionOf([...path, key], 'key'),
      path: pathText([...path, key]),
      sentence:
        meant === undefined
          ? { id: 'document.unknownKey', values: { known: all } }
          : { id: 'document.misspeltKey', values: { meant, known: all } },
    };
  });
}
