// What happens in a storm: episodes of one fault of the line each, with what happens meanwhile. It depends on the seed only.
import { createDice } from '@belfry/lab/dice';

const lineFaults = ['cut', 'hold', 'slow', 'linger', 'replay', 'none'] as const;
type LineFault = (typeof lineFaults)[number];

/**
 * `blip`: a guest is stopped and started again. `stop`: a guest is stopped for good. `twin`: the folder of the collector is copied and runs a
 * second time. `set back`: an older copy of the folder takes its place.
 */
const actions = [
  'blip',
  'blip',
  'stop',
  'kill collector',
  'restart collector',
  'kill server',
  'restart server',
  'freeze collector',
  'freeze server',
  'clock ahead',
  'clock behind',
  'clock right',
  'newer server',
  'older server',
  'twin',
  'set back',
  'damage history',
  'damage changes',
  'fill disk',
  'wait',
] as const;
export type Action = (typeof actions)[number];

/** Durations are ms on the clock of the storm. `pauseMs`: after each action. `isAwaited`: all is well before the next one. */
export interface Episode {
  line: LineFault;
  beforeMs: number;
  pauseMs: number;
  meanwhile: readonly Action[];
  isAwaited: boolean;
}

export function planOf(seed: number): Episode[] {
  const dice = createDice(seed * 7919 + 11);
  const between = (least: number, most: number) => Math.round(least + dice.roll() * (most - least));
  return Array.from({ length: between(2, 3) }, () => ({
    line: dice.pick(lineFaults),
    beforeMs: between(5000, 45_000),
    pauseMs: between(10_000, 50_000),
    meanwhile: Array.from({ length: between(1, 2) }, () => dice.pick(actions)),
    isAwaited: dice.roll() < 0.6,
  }));
}

export const textOf = (plan: readonly Episode[]): string =>
  plan
    .map(
      ({ line, beforeMs, pauseMs, meanwhile, isAwaited }) =>
        `${line} after ${beforeMs} ms, with ${meanwhile.join(' and ')} and ${pauseMs} ms after each${isAwaited ? ', then all is well' : ''}`,
    )
    .join('; ');
