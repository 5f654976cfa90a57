// Compares two versions by the rules of semver: a release comes after its candidates, and rc.10 after rc.9. A build of a commit
// between two releases comes after the first of them.
import parse from 'semver/functions/parse.js';

/** What `git describe` adds to the version of the release before: the number of commits, the commit, and whether there are changes. */
const DESCRIBED = /-(\d+)-g[0-9a-f]{7,40}(-dirty)?$|-dirty$/;

/** As `git describe` names what is no release: 1.2.0-4-g1a2b3c4, 1.2.0-dirty. */
export const isBetweenReleases = (version: string): boolean => DESCRIBED.test(version);

/** A leading v is allowed. */
export const isVersion = (text: string): boolean => parse(text) !== null;

const read = (text: string) => {
  const [end = '', commits = '0'] = DESCRIBED.exec(text) ?? [];
  const release = parse(text.slice(0, text.length - end.length));
  // a build with changes is newer than the same commit without
  return release && { release, after: 2 * Number(commits) + Number(end.endsWith('-dirty')) };
};

/** A candidate of a release, such as 1.0.0-rc.1. */
export const isCandidate = (text: string): boolean => (read(text)?.release.prerelease.length ?? 0) > 0;

/** Below 0: `a` is older. A text that is not a version is older than every version. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [read(a), read(b)];
  return x && y ? x.release.compare(y.release) || x.after - y.after : Number(x !== null) - Number(y !== null);
}
