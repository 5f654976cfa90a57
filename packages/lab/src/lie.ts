// Makes well-formed answers with some impossible values.
import { chance, pick } from './world/walk.ts';

const nonsense: readonly [unknown, ...unknown[]] = [
  null,
  '',
  -1,
  40,
  1e30,
  'NaN',
  true,
  [],
  {},
  9_999_999_999,
  'x'.repeat(5000),
];
/** The share of wrong values. */
const SHARE = 0.06;

/** The same text and seed give the same wrong values. A text that is not JSON is returned unchanged. */
export function lieAbout(body: string, seed: number): string {
  let nth = 0;
  const replace = (key: string, value: unknown): unknown => {
    const isWrong = key !== '' && key !== 'data' && chance(seed, 'lie', ++nth) < SHARE;
    return isWrong ? pick(nonsense, seed, 'what', nth) : value;
  };
  try {
    return JSON.stringify(JSON.parse(body), replace);
  } catch {
    return body;
  }
}
