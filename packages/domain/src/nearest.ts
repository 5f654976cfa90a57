// The name that somebody may have meant.

/** The number of characters to insert, remove or replace; neighbours that are swapped count as one. */
function distance(a: string, b: string): number {
  let [older, old]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const [left = 0, up = 0, corner = 0] = [row[j - 1], old?.[j], old?.[j - 1]];
      let best = Math.min(left + 1, up + 1, corner + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) best = Math.min(best, (older?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [older, old] = [old, row];
  }
  return old?.[b.length] ?? 0;
}

const LONGEST = 64;

/** Undefined: none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const plain = name.toLowerCase().replaceAll(/[-_]/g, '');
  const far = known.map((each) => [each, distance(plain, each.toLowerCase().replaceAll(/[-_]/g, ''))] as const);
  const [best] = far.toSorted(([, a], [, b]) => a - b);
  return best && best[1] <= Math.max(1, Math.floor(plain.length / 3)) ? best[0] : undefined;
}
