// Which of two versions is the older one.

/**
 * True when both are versions and `version` comes before `than`. False when one of them is not a version, such as
 * `dev`.
 */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [parse(version), parse(than)];
  if (!a || !b) return false;
  for (const i of [0, 1, 2] as const) if (a.numbers[i] !== b.numbers[i]) return a.numbers[i] < b.numbers[i];
  return a.preRelease && !b.preRelease;
}

function parse(text: string): { numbers: [number, number, number]; preRelease: boolean } | undefined {
  const [, major, minor, patch, rest] = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-[\w.-]+)?(?:\+[\w.-]+)?$/.exec(text) ?? [];
  if (!major || !minor || !patch) return undefined;
  return { numbers: [Number(major), Number(minor), Number(patch)], preRelease: rest !== undefined };
}
