// The metadata of guests has changed: the client asks for it again.
import * as z from 'zod';

export const GuestMetadataChanged = z.object({ type: z.literal('guest_metadata_changed'), data: z.object({}) });
