// Which guests a browser shows. Their readings, which change with every poll, are most of what a browser gets.
import * as z from 'zod';
import { MAX_VIEWED } from '../defaults.ts';
import { Changes, type Changes as ChangesType } from './delta.ts';

/** The ids of instances, or all of them. */
const Instances = z.union([z.literal('all'), z.array(z.string().max(200)).max(MAX_VIEWED)]);

/**
 * Our own client: from now on the readings of the guests of other instances are not needed, nor are `performance` and `stats`. All facts
 * still are. At first everything is in view. An unknown instance is in view when it appears.
 */
export const View = z.object({ type: z.literal('view'), data: z.object({ instances: Instances }) });

/**
 * The answer. `instances`: what is in view from this revision on. It is `all` where too many clients have views of their own. `changes`
 * applies to that revision and does not change it: the present readings of guests that have come into view, and with `all` also `performance`
 * and `stats`. Readings of guests that are not in view must not be shown as current: a snapshot and a new guest have them, and later deltas
 * do not.
 */
export const Viewed = z.object({
  type: z.literal('viewed'),
  revision: z.number().int(),
  data: z.object({ instances: Instances, changes: Changes }),
});
export type Viewed = {
  type: 'viewed';
  revision: number;
  data: { instances: 'all' | string[]; changes: ChangesType };
};
