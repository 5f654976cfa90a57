// The full state for our own client: what the deltas that follow build on.
import * as z from 'zod';
import { State } from '../state.ts';

export const Snapshot = z.object({ type: z.literal('snapshot'), revision: z.number().int(), data: State });
export type Snapshot = z.infer<typeof Snapshot>;
