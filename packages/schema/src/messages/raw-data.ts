// Changed top-level keys of the state (or all of them after `requestData`): each present key replaces the stored value.
import * as z from 'zod';
import { PlainState } from '../plain-state.ts';

export const RawData = z.object({ type: z.literal('rawData'), data: PlainState.partial() });
