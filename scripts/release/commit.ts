// The commit that is released: what it contains, when it was made, and what came before it.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Commit {
  id: string;
  version: string;
  /** Its time in seconds since 1970, or that of SOURCE_DATE_EPOCH. Every file of the release has it. */
  seconds: number;
  /** The working tree has changes. They are not in the release. */
  dirty: boolean;
}

const git = (root: string, ...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' }).trimEnd();
  } catch (error) {
    throw new Error(`git ${args[0]} fails in ${root}. A release is made from a clone with its history: ${error}`);
  }
};

export function readCommit(root: string, epoch?: string): Commit {
  if (epoch && !/^\d{1,10}$/.test(epoch)) throw new Error(`SOURCE_DATE_EPOCH: expected seconds, found ${epoch}`);
  return {
    id: git(root, 'rev-parse', 'HEAD'),
    version: JSON.parse(git(root, 'show', 'HEAD:package.json')).version,
    seconds: Number(epoch || git(root, 'show', '-s', '--format=%ct', 'HEAD')),
    dirty: git(root, 'status', '--porcelain') !== '',
  };
}

/** Writes the files of the commit to an empty folder. */
export async function exportCommit(root: string, { id }: Commit, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await run(
    'sh',
    ['-c', 'git archive --format=tar "$1" >"$2.tar" && tar -xf "$2.tar" -C "$2" && rm "$2.tar"', 'sh', id, folder],
    {
      cwd: root,
    },
  );
}

/** The tag of the release before this commit. A tag on the commit itself is this release. */
function tagBefore(root: string, id: string): string | undefined {
  const tags = git(root, 'tag', '--merged', id, '--no-contains', id, '--sort=-creatordate', '--list', 'v[0-9]*');
  return tags.split('\n')[0] || undefined;
}

/** The changes since the last tag as Markdown, the newest first. */
export function changelogOf(root: string, { id, version }: Commit): string {
  const tag = tagBefore(root, id);
  const log = git(root, 'log', '--no-merges', '--format=%H %s', tag ? `${tag}..${id}` : id);
  const changes = log.split('\n').filter(Boolean);
  const lines = changes.map((line) => `- ${line.slice(41)} (${line.slice(0, 10)})`);
  const since = tag ? `Changes since ${tag}` : 'There is no earlier release. All changes';
  return [`# Belfry ${version}`, '', `${since}, the newest first:`, '', ...lines, ''].join('\n');
}
