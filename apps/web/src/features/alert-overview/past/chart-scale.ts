// The range of a small chart: round numbers around the values and the threshold. Pure.
import type { Unit } from '@belfry/domain/alerts/catalogue';

interface Range {
  least: number;
  most: number;
}

/** Percent is shown in steps of 20. */
const STEP = 20;
/** The threshold keeps so much room to the edges, so that the labels do not lie over each other. */
const ROOM = 0.12;

export function chartScale(lowest: number, highest: number, unit: Unit): Range {
  if (unit === 'percent') {
    const least = Math.max(0, Math.floor((lowest - STEP / 2) / STEP) * STEP);
    return { least, most: Math.max(100, Math.ceil(highest)) };
  }
  const room = ROOM * (highest - lowest || Math.abs(highest) || 1);
  return { least: Math.max(0, lowest - 2 * room), most: highest + 2 * room };
}
