// Whether a line stood still, or this server did, and nobody has noticed: the line is the same one, and it only said nothing for some time.
import type { Observation } from '@belfry/schema/messages/observation';
import { SAMPLE_MS } from '../history/tiers.ts';

/** An observation stands for so long. */
const STANDS_MS = 2 * SAMPLE_MS;

/**
 * `last`: when the instance was observed before, epoch ms. A host that needs a minute for its answer is heard once a minute: that is no
 * standstill, and its collector has nothing of the time between. A host that does not answer is polled less often.
 */
export const stoodStill = (
  last: number,
  { at, everyMs, tookMs, outcome }: Pick<Observation, 'at' | 'everyMs' | 'tookMs' | 'outcome'>,
): boolean => outcome.ok && at - last > Math.max(STANDS_MS, 2 * everyMs) + SAMPLE_MS + tookMs;
