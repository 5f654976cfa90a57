// When something will be full.
import * as z from 'zod';

const PerDay = z.number();

/**
 * `full`: all times are epoch ms, and in 80 % of cases it is full between `earliest` and `latest`. `notInSight`: not within five years,
 * also when it grows as fast as it may. `none`: a date would be a guess, because the past is too short, changed by a single step, or grows
 * too unevenly. `perDay`: the growth, in the unit of the values.
 */
export const Forecast = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('full'), at: z.number(), earliest: z.number(), latest: z.number(), perDay: PerDay }),
  z.object({ kind: z.literal('notInSight'), perDay: PerDay }),
  z.object({ kind: z.literal('none'), why: z.enum(['short', 'step', 'uneven']) }),
]);
export type Forecast = z.infer<typeof Forecast>;
