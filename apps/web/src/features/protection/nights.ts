// The letters of the last nights of a guest, see `Nights` of the schema. Pure.

export type NightResult = 'ok' | 'failed' | 'damaged' | 'missed' | 'open' | 'unclear' | 'unknown' | 'none';

const RESULTS: Readonly<Record<string, NightResult>> = {
  ...{ o: 'ok', f: 'failed', d: 'damaged', m: 'missed' },
  ...{ r: 'open', p: 'open', a: 'unclear', u: 'unknown', '-': 'none' },
};
/** An unknown letter is as good as none. */
export const resultOf = (letter: string): NightResult => RESULTS[letter] ?? 'none';

const BAD: ReadonlySet<NightResult> = new Set(['failed', 'damaged', 'missed']);

/** How many of the last nights with a run did not work, one after the other. */
export function badInARow(letters: string): number {
  let count = 0;
  for (const letter of [...letters].reverse()) {
    const result = resultOf(letter);
    if (result === 'none' || result === 'open') continue;
    if (!BAD.has(result)) break;
    count++;
  }
  return count;
}

/** How many nights had which result. */
export function countNights(letters: string): ReadonlyMap<NightResult, number> {
  const counts = new Map<NightResult, number>();
  for (const letter of letters) {
    const result = resultOf(letter);
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  return counts;
}
