// Which of two versions is the newer one (semver: a release comes after its candidates, rc.10 after rc.9).

interface Version {
  numbers: readonly number[];
  /** Empty for a release. */
  candidate: readonly string[];
}

/** Undefined when the text is not a version. A leading v is allowed; build metadata after + is ignored. */
export function parseVersion(text: string): Version | undefined {
  const [, numbers, candidate = ''] = /^v?(\d{1,6}\.\d{1,6}\.\d{1,6})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text) ?? [];
  return numbers === undefined
    ? undefined
    : { numbers: numbers.split('.').map(Number), candidate: candidate.split(/[.-]/).filter(Boolean) };
}

/** Below 0: `a` is older. A text that is not a version is older than every version. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [parseVersion(a), parseVersion(b)];
  if (!x || !y) return Number(x !== undefined) - Number(y !== undefined);
  const main = byParts(x.numbers, y.numbers);
  if (main !== 0) return main;
  if (x.candidate.length === 0 || y.candidate.length === 0) return y.candidate.length - x.candidate.length;
  return byParts(x.candidate, y.candidate);
}

function byParts(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const [m, n] = [Number(x), Number(y)];
    // numbers come before words
    if (Number.isNaN(m) !== Number.isNaN(n)) return Number.isNaN(m) ? 1 : -1;
    const difference = Number.isNaN(m) ? (x < y ? -1 : Number(x > y)) : m - n;
    if (difference !== 0) return difference;
  }
  return 0;
}
