// The full state on connecting, for clients that do not ask for deltas.
import * as z from 'zod';
import { PlainState } from '../plain-state.ts';

export const InitialState = z.object({ type: z.literal('initialState'), data: PlainState });
