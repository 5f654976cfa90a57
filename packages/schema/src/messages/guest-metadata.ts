// What people add to guests has changed: ask for it again.
import * as z from 'zod';

export const GuestMetadataChanged = z.object({ type: z.literal('guest_metadata_changed'), data: z.object({}) });
