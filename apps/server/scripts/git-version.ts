// How git calls the commit of a checkout.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The version of the checkout in `root`, as `git describe` says it: 1.2.0, 1.2.0-4-g1a2b3c4, 1.2.0-dirty. A clone without tags has the
 * version of its package.json, `packaged`, with the number of commits. Undefined: no checkout, or git does not answer.
 */
export function describe(root: string, packaged: string): string | undefined {
  // an archive that is unpacked inside another checkout is not that checkout
  if (!existsSync(path.join(root, '.git'))) return undefined;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const asked = (...args: string[]) => {
    try {
      return git(...args);
    } catch {
      return undefined;
    }
  };
  const tagged = asked('describe', '--tags', '--match', 'v[0-9]*.[0-9]*.[0-9]*', '--dirty');
  if (tagged !== undefined) return tagged.slice(1);
  const [commit, count] = [
    asked('describe', '--always', '--exclude', '*', '--dirty'),
    asked('rev-list', '--count', 'HEAD'),
  ];
  return commit && count ? `${packaged}-${count}-g${commit}` : undefined;
}
