// How long to wait after a failure.

const firstMs = 2000;
const longestMs = 60_000;

/** Doubles from 2 s to a minute; `random` (0–1) spreads a fleet that lost its server at the same moment over ±50 %. */
export const backoffMs = (failures: number, random: number): number =>
  Math.min(firstMs * 2 ** Math.min(failures - 1, 10), longestMs) * (0.5 + random);
