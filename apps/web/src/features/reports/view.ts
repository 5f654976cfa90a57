// What the screen about reports shows, as the parameters of its URL.
import { viewCodec } from '../../lib/view/codec.ts';
import { choice } from '../../lib/view/param.ts';

const periodKinds = ['month', 'quarter', 'days'] as const;
export type PeriodKind = (typeof periodKinds)[number];

export const reportsCodec = viewCodec({
  /** The kind of period that is ordered. */
  time: choice(periodKinds, 'month'),
});
