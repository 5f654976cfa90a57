// Compares two versions by the rules of semver: a release comes after its candidates, and rc.10 after rc.9.
import parse from 'semver/functions/parse.js';

/** A leading v is allowed. */
export const isVersion = (text: string): boolean => parse(text) !== null;

/** A candidate of a release, such as 1.0.0-rc.1. */
export const isCandidate = (text: string): boolean => (parse(text)?.prerelease.length ?? 0) > 0;

/** Below 0: `a` is older. A text that is not a version is older than every version. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [parse(a), parse(b)];
  return x && y ? x.compare(y) : Number(x !== null) - Number(y !== null);
}
