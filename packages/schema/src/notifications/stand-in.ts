// Where the messages of a destination go while it fails.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';

const MAX_MINUTES = 1440;
const MINUTES = toMessage({ id: 'input.whole', values: { min: 0, max: MAX_MINUTES } });

/** `destination`: `email` or `webhook:ID`. `minutes`: for how long messages have failed; 0: the first failure is enough. */
export const StandIn = z.strictObject({
  destination: z.string().regex(/^(email|webhook:\w{1,64})$/, toMessage({ id: 'standIn.unknown' })),
  minutes: z.int(MINUTES).min(0, MINUTES).max(MAX_MINUTES, MINUTES).default(5),
});
export type StandIn = z.infer<typeof StandIn>;
