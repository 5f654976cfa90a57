// What happens to two servers in a storm: episodes of one fault each, with what happens in the datacentre meanwhile. It depends on the seed only.
import { createDice } from '@belfry/lab/dice';

export type Role = 'holder' | 'standby';
export type Place = 'database' | 'receiver' | 'lab';

/** `stall`: nothing passes, and arrives later. `cut`: both ends are told. `wrong clock`: by a day. */
export type Fault =
  | { kind: 'kill' | 'freeze' | 'fill'; of: Role }
  | { kind: 'cut' | 'stall' | 'hold'; of: Role; to: Place }
  | { kind: 'stop database' | 'kill database' | 'fill database' | 'switch' | 'drop connections' | 'nothing' }
  | { kind: 'wrong clock'; of: Role | 'database'; aheadMs: number };

export interface Episode {
  fault: Fault;
  /** Ms on the clock of the storm. */
  beforeMs: number;
  lastsMs: number;
  /** Guests are stopped for good, or for a minute. */
  meanwhile: readonly ('stop' | 'blip' | 'wait')[];
  /** All is well before the next one. */
  isAwaited: boolean;
}

const DAY = 86_400_000;
const SLEEP_MS = 30_000;
const kinds = [
  ...['kill', 'kill', 'freeze', 'fill', 'cut', 'stall', 'hold', 'cut', 'stall', 'wrong clock', 'switch', 'nothing'],
  ...['stop database', 'kill database', 'fill database', 'drop connections', 'wrong clock'],
] as const;
const roles = ['holder', 'holder', 'standby'] as const;

export function planOf(seed: number): Episode[] {
  const dice = createDice(seed * 6007 + 17);
  const between = (least: number, most: number) => Math.round(least + dice.roll() * (most - least));
  const fault = (): Fault => {
    const kind = dice.pick(kinds) as Fault['kind'];
    const of = dice.pick(roles);
    const to = dice.pick(['database', 'database', 'receiver', 'lab'] as const);
    const clockOf = dice.pick(['holder', 'standby', 'database', 'database'] as const);
    const aheadMs = dice.roll() < 0.5 ? DAY : -DAY;
    if (kind === 'kill' || kind === 'freeze' || kind === 'fill') return { kind, of };
    if (kind === 'cut' || kind === 'stall' || kind === 'hold') return { kind, of, to };
    if (kind === 'wrong clock') return { kind, of: clockOf, aheadMs };
    return { kind };
  };
  return Array.from({ length: between(1, 3) }, () => {
    const own = fault();
    const lasts = dice.pick([5000, 15_000, 30_000, 60_000]);
    const outage = dice.roll() < 0.06 ? 600_000 : dice.pick([15_000, 45_000, 90_000]);
    return {
      fault: own,
      beforeMs: between(1000, 20_000),
      lastsMs: own.kind === 'freeze' ? SLEEP_MS : own.kind.endsWith(' database') ? outage : lasts,
      meanwhile: Array.from({ length: between(1, 2) }, () => dice.pick(['stop', 'stop', 'blip', 'wait'] as const)),
      isAwaited: dice.roll() < 0.6,
    };
  });
}

const faultText = (fault: Fault): string => Object.values(fault).join(' ');
export const textOf = (plan: readonly Episode[]): string =>
  plan
    .map(
      ({ fault, beforeMs, lastsMs, meanwhile, isAwaited }) =>
        `after ${beforeMs} ms ${faultText(fault)} for ${lastsMs} ms, with ${meanwhile.join(' and ')}${isAwaited ? ', then all is well' : ''}`,
    )
    .join('; ');
