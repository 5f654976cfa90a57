// Deterministic random numbers: they depend only on a seed and the time.

/** A 32-bit hash of the parts. The same parts give the same number on every machine. */
export function hash(...parts: (string | number)[]): number {
  let h = 0x811c9dc5;
  for (const part of parts) {
    if (typeof part === 'number') h = mix(h ^ mix(part | 0) ^ mix(Math.floor(part / 0x1_0000_0000)));
    else for (let i = 0; i < part.length; i++) h = Math.imul(h ^ part.charCodeAt(i), 0x01000193);
    h = mix(h);
  }
  return h >>> 0;
}

function mix(x: number): number {
  let h = x;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** A number in [0, 1) for these parts. */
export const chance = (...parts: (string | number)[]) => hash(...parts) / 0x1_0000_0000;

/** A whole number in [low, high]. */
export const between = (low: number, high: number, ...parts: (string | number)[]) =>
  low + Math.floor(chance(...parts) * (high - low + 1));

/** One item of the list. The list must not be empty. */
export function pick<T>(list: readonly [T, ...T[]], ...parts: (string | number)[]): T {
  return list[hash(...parts) % list.length] ?? list[0];
}

const smooth = (x: number) => x * x * (3 - 2 * x);

/** A smooth curve in [0, 1] with a new direction every `period` seconds. */
export function walk(seed: number, t: number, period: number): number {
  const step = Math.floor(t / period);
  const from = chance(seed, step);
  return from + (chance(seed, step + 1) - from) * smooth(t / period - step);
}

/**
 * The count of a counter between two times (seconds). Its rate varies around `rate` per second. It is the integral of a
 * rate that is never negative, so the counter never decreases.
 */
export function counted(seed: number, rate: number, from: number, to: number): number {
  if (to <= from) return 0;
  return Math.floor(Math.max(0, rate * (to - from) + rate * (area(seed, to) - area(seed, from))));
}

const waves = [
  { period: 97, height: 0.25 },
  { period: 811, height: 0.3 },
  { period: 7919, height: 0.25 },
  { period: 86_400, height: 0.15 },
] as const;

function area(seed: number, t: number): number {
  let sum = 0;
  for (const { period, height } of waves) {
    const speed = (2 * Math.PI) / period;
    sum -= (height / speed) * Math.cos(speed * t + 2 * Math.PI * chance(seed, period));
  }
  return sum;
}
